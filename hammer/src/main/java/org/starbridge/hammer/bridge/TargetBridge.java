package org.starbridge.hammer.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.BridgeVersion;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.LoadTestException;

/** The bridge of a run: started for it, running already, or chosen by a focus and then unknown. One thread. */
public final class TargetBridge implements AutoCloseable {
    /** Statistics that a report shows and that not every bridge has, and what they are for people. */
    private static final List<Map.Entry<String, String>> STATISTICS = List.of(
            Map.entry("media_allocated_bytes", "allocation per packet"),
            Map.entry("gc_count", "garbage collections"),
            Map.entry("native_memory_bytes", "native memory"),
            Map.entry("bandwidth_estimate_bps", "bandwidth estimates"));

    private final @Nullable URI url;
    private final @Nullable BridgeProcess process;
    private final @Nullable BridgePulse pulse;
    private final @Nullable Long pid;
    private final @Nullable ProcessMeter meter;

    private TargetBridge(
            @Nullable URI url, @Nullable BridgeProcess process, @Nullable BridgePulse pulse, @Nullable Long pid) {
        this.url = url;
        this.process = process;
        this.pulse = pulse;
        this.pid = pid;
        meter = pid == null ? null : ProcessMeter.of(pid);
    }

    /**
     * Finds or starts it.
     *
     * @param settings configuration keys and values for a bridge that is started
     * @param isUnknown whether a focus chooses it, if no URL is given
     * @param say takes sentences for people
     */
    public static TargetBridge open(
            BridgeArguments arguments, Map<String, String> settings, boolean isUnknown, Consumer<String> say)
            throws InterruptedException {
        URI running = arguments.url();
        if (running != null) {
            return new TargetBridge(running, null, BridgePulse.of(running), arguments.pid());
        }
        if (isUnknown) {
            return new TargetBridge(null, null, null, arguments.pid());
        }
        say.accept("starting a bridge");
        BridgeProcess process = arguments.start(settings, say);
        say.accept("the bridge answers at " + process.url() + " (process " + process.pid() + ")");
        return new TargetBridge(process.url(), process, null, process.pid());
    }

    /** Its REST interface; null if it is unknown. */
    public @Nullable URI url() {
        return url;
    }

    /** The public HTTP server of a bridge that was started; null if none was. */
    public @Nullable URI publicUrl() {
        return process == null ? null : process.publicUrl();
    }

    /** {@link #url}, where it is known. */
    public URI knownUrl() {
        return Objects.requireNonNull(url);
    }

    /** Returns whether it was started for this run. */
    public boolean isOurs() {
        return process != null;
    }

    /** Its process, where that is known. */
    public long knownPid() {
        return Objects.requireNonNull(pid);
    }

    /** Measures its process; null if that is unknown. */
    public @Nullable ProcessMeter meter() {
        return meter;
    }

    /**
     * Looks whether it still runs.
     *
     * @throws LoadTestException if it does not
     */
    public void requireAlive() {
        if (process != null && !process.isAlive()) {
            throw new LoadTestException("the bridge ended during the run");
        }
        if (pulse != null) {
            pulse.requireAlive();
        }
    }

    /** The failure, with the bridge's last lines if it was ours and has ended. */
    public LoadTestException explain(LoadTestException failure) {
        return process == null || process.isAlive()
                ? failure
                : new LoadTestException(
                        failure.getMessage() + "\nThe bridge has ended; its last lines:\n" + process.lastLines(),
                        failure);
    }

    /** From its start until it was healthy; null if it was not started for this run. */
    public @Nullable Long startNs() {
        return process == null ? null : (Long) process.healthyAfter().toNanos();
    }

    /** Returns the number of lines it has logged, those about calls left out; -1 if unknown. */
    public long logLines() {
        return process == null ? -1 : process.linesBesideCalls();
    }

    /** As it calls itself; for one of ours also how it moves and encrypts media. Null if it does not say. */
    public @Nullable String version() throws InterruptedException {
        if (url == null) {
            return null;
        }
        try (Colibri2Client client = new Colibri2Client(url)) {
            BridgeVersion version = client.version();
            return version.name() + " " + version.version() + mediaPath(client);
        } catch (IOException e) {
            return null; // a bridge may have it switched off; whether there is a bridge at all, joining tells
        }
    }

    /** Returns the system calls and the cryptography that a bridge of ours uses: its figures depend on them. */
    private static String mediaPath(Colibri2Client client) throws InterruptedException {
        try {
            JsonNode stats = client.stats();
            return stats.hasNonNull("media_io") && stats.hasNonNull("srtp_crypto")
                    ? ", " + stats.get("media_io").asText() + ", "
                            + stats.get("srtp_crypto").asText()
                    : "";
        } catch (IOException e) {
            return ""; // not every bridge has statistics
        }
    }

    /**
     * Returns what the report lacks because this bridge, or a server of another kind, does not report it, as a
     * sentence; null if it lacks nothing.
     */
    public @Nullable String untold() throws InterruptedException {
        if (process != null) {
            return null;
        }
        List<String> untold = new ArrayList<>();
        if (meter == null) {
            untold.add("CPU time and memory (--bridge-pid names its process, if that runs on this machine)");
        }
        JsonNode figures = stats();
        STATISTICS.stream()
                .filter(statistic -> figures == null || !figures.hasNonNull(statistic.getKey()))
                .forEach(statistic -> untold.add(statistic.getValue()));
        return untold.isEmpty() ? null : "not measured for this server: " + String.join(", ", untold);
    }

    /** Its statistics; null if it has none. */
    public @Nullable JsonNode stats() throws InterruptedException {
        if (url == null) {
            return null;
        }
        try (Colibri2Client client = new Colibri2Client(url)) {
            return client.stats();
        } catch (IOException e) {
            return null; // not every bridge has statistics
        }
    }

    @Override
    public void close() {
        if (pulse != null) {
            pulse.close();
        }
        if (process != null) {
            process.close();
        }
    }
}
