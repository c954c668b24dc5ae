package org.starbridge.hammer.bridge;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of which bridge it is and where it and the Hammer run, as picocli fills them in; checked by
 * {@link #check}.
 */
public final class BridgeArguments {
    @Option(
            names = "--bridge",
            paramLabel = "URL",
            description = "Use a running bridge, given by the URL of its private HTTP server, for example "
                    + "http://127.0.0.1:8080. Default: a bridge is started on free ports.")
    @Nullable
    URI url;

    @Option(
            names = "--bridge-pid",
            paramLabel = "PID",
            description = "Process id of the bridge of --bridge, or of the server of --whip, if it runs on "
                    + "this machine: its CPU time and memory are then measured.")
    @Nullable
    Long pid;

    @Option(
            names = "--bridge-launcher",
            paramLabel = "PATH",
            description = "Command that starts a bridge without --bridge; set by scripts/hammer.")
    @Nullable
    Path launcher;

    @Option(
            names = "--bridge-cpus",
            paramLabel = "LIST",
            description = "Run the started bridge on these processors only, for example 0 or 0,2-3, with taskset. On "
                    + "one processor it has one worker.")
    @Nullable
    String bridgeCpus;

    @Option(
            names = "--cpus",
            paramLabel = "LIST",
            description = "Run the Hammer itself on these processors only; scripts/hammer uses taskset.")
    @Nullable
    String cpus;

    /** The private HTTP server of a bridge that is running; null if one is to be started. */
    public @Nullable URI url() {
        return url;
    }

    /** The process of a bridge, or of another server, that is running; null if unknown. */
    public @Nullable Long pid() {
        return pid;
    }

    /** The processors of a bridge that is started; null for all. */
    public @Nullable String bridgeCpus() {
        return bridgeCpus;
    }

    /** The processors of the Hammer; null for all. */
    public @Nullable String cpus() {
        return cpus;
    }

    /**
     * Starts a bridge.
     *
     * @param settings its configuration, value by key
     * @param say takes sentences for people
     */
    public BridgeProcess start(Map<String, String> settings, Consumer<String> say) throws InterruptedException {
        return BridgeProcess.start(Objects.requireNonNull(launcher), bridgeCpus, settings, say);
    }

    /**
     * A mistake of the caller, as a sentence; null if there is none.
     *
     * @param hasServer whether endpoints go to a server whose REST interface is not asked
     */
    public @Nullable String check(boolean hasServer) {
        if (url != null
                && (url.getHost() == null || !String.valueOf(url.getScheme()).startsWith("http"))) {
            return "--bridge " + url + ": expected a URL like http://127.0.0.1:8080";
        }
        if (url == null && pid != null && !hasServer) {
            return "--bridge-pid " + pid + " without --bridge: the bridge that the Hammer starts is always measured";
        }
        if (url == null && launcher == null && !hasServer) {
            return "neither --bridge nor --bridge-launcher: use scripts/hammer, which starts a bridge, or the URL of a "
                    + "running one with --bridge URL";
        }
        return checkPlaces();
    }

    private @Nullable String checkPlaces() {
        if (bridgeCpus != null && url != null) {
            return "--bridge-cpus " + bridgeCpus
                    + " cannot be combined with --bridge: only a bridge that the Hammer starts can be pinned";
        }
        if (bridgeCpus != null && !CpuList.isValid(bridgeCpus)) {
            return "--bridge-cpus " + bridgeCpus + ": expected processors like 0 or 0,2-3";
        }
        if (cpus != null && !CpuList.isValid(cpus)) {
            return "--cpus " + cpus + ": expected processors like 0 or 0,2-3";
        }
        return null;
    }
}
