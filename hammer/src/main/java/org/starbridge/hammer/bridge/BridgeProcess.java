package org.starbridge.hammer.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;

/**
 * A bridge in a process of its own, on free ports. It is healthy when {@link #start} returns, and it does not outlive
 * this process, however that ends: the bridge stops when its standard input does, which is a pipe that only this
 * process holds. Used by one thread; the shutdown hook by another.
 */
public final class BridgeProcess implements AutoCloseable {
    /** The logger of calls; its lines are bounded by the bridge, and an attack that joins makes some. */
    private static final String CALL_LOG = "org.starbridge.control.calllog.";

    private static final int ATTEMPTS = 3;
    private static final Duration HEALTHY_WITHIN = Duration.ofSeconds(30);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    private static final long POLL_MS = 25;
    private static final long PROGRESS_NS = 5_000_000_000L;
    private static final long TERMINATE_SECONDS = 5;

    private final Process process;
    private final FreePorts ports;
    private final LastLines output = new LastLines();
    private final LongAdder linesBesideCalls = new LongAdder();
    private final Thread hook = new Thread(this::stop, "stop-bridge");
    private final long startedNs = System.nanoTime();
    private long healthyAfterNs;

    private BridgeProcess(Process process, FreePorts ports) {
        this.process = process;
        this.ports = ports;
        Runtime.getRuntime().addShutdownHook(hook);
        Thread.ofPlatform().daemon().name("bridge-output").start(this::readOutput);
    }

    /**
     * Starts the bridge and waits until it is healthy.
     *
     * @param cpus the processors that it may run on, as {@code taskset -c} takes them; null leaves it to the system
     * @param launcher takes {@code -Dkey=value} for configuration keys, as {@code scripts/starbridge}
     * @param settings configuration keys and their values, in addition to the ports
     * @param progress gets sentences for people
     * @throws BridgeFailure if it doesn't become healthy in 30 s; nothing is left of it then
     */
    public static BridgeProcess start(
            Path launcher, @Nullable String cpus, Map<String, String> settings, Consumer<String> progress)
            throws InterruptedException {
        List<String> prefix = cpus == null ? List.of() : CpuList.launchPrefix(cpus);
        for (int attempt = 1; ; attempt++) {
            BridgeProcess bridge = launch(prefix, launcher, settings);
            try {
                bridge.awaitHealth(progress);
                return bridge;
            } catch (BridgeFailure e) {
                bridge.close();
                if (attempt == ATTEMPTS || !bridge.output.mentions("in use")) {
                    throw e;
                }
                progress.accept("a port was taken by another process; starting the bridge on other ports");
            } catch (InterruptedException | RuntimeException e) {
                bridge.close();
                throw e;
            }
        }
    }

    private static BridgeProcess launch(List<String> prefix, Path launcher, Map<String, String> settings) {
        try {
            FreePorts ports = FreePorts.find();
            List<String> command = new ArrayList<>(prefix);
            command.addAll(List.of(
                    launcher.toString(),
                    "--stop-at-eof",
                    "-Dvideobridge.ice.udp.port=" + ports.media(),
                    "-Dvideobridge.http-servers.private.port=" + ports.control(),
                    "-Dvideobridge.http-servers.public.port=" + ports.channel()));
            settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
            return new BridgeProcess(
                    new ProcessBuilder(command).redirectErrorStream(true).start(), ports);
        } catch (IOException e) {
            throw new BridgeFailure(
                    "the bridge's launcher " + launcher + " failed to start (" + e.getMessage()
                            + "): does it exist, and is it executable?",
                    e);
        }
    }

    private void awaitHealth(Consumer<String> progress) throws InterruptedException {
        long nextProgressNs = PROGRESS_NS;
        String state = "no answer yet";
        try (Colibri2Client client = new Colibri2Client(url(), REQUEST_TIMEOUT)) {
            while (elapsedNs() < HEALTHY_WITHIN.toNanos()) {
                if (!process.isAlive()) {
                    Thread.sleep(100); // its last words are on their way
                    throw new BridgeFailure("the bridge ended with exit code " + process.exitValue()
                            + " before it was healthy; its last lines:\n" + output.indented());
                }
                try {
                    String problem = client.healthProblem();
                    if (problem == null) {
                        healthyAfterNs = elapsedNs();
                        return;
                    }
                    state = problem;
                } catch (IOException e) {
                    state = String.valueOf(e.getMessage());
                }
                if (elapsedNs() > nextProgressNs) {
                    nextProgressNs += PROGRESS_NS;
                    progress.accept("still waiting for the bridge to start: " + state);
                }
                Thread.sleep(POLL_MS);
            }
        }
        throw new BridgeFailure("the bridge was not healthy after " + HEALTHY_WITHIN.toSeconds() + " s (" + state
                + "); its last lines:\n" + output.indented());
    }

    private long elapsedNs() {
        return System.nanoTime() - startedNs;
    }

    private void readOutput() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (!line.contains(CALL_LOG)) {
                    linesBesideCalls.increment();
                }
            }
        } catch (IOException e) {
            output.add("(its output ended: " + e.getMessage() + ")");
        }
    }

    /** Its private HTTP server. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + ports.control());
    }

    /** Its public HTTP server. */
    public URI publicUrl() {
        return URI.create("http://127.0.0.1:" + ports.channel());
    }

    /** The process that is the bridge: the Java machine, also where the launcher is a parent of it. */
    public long pid() {
        return family().filter(each -> each.info().command().orElse("").endsWith("java"))
                .reduce((_, last) -> last)
                .orElse(process.toHandle())
                .pid();
    }

    /** From its start to its first healthy answer. */
    public Duration healthyAfter() {
        return Duration.ofNanos(healthyAfterNs);
    }

    /** Returns whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The end of what it has printed, indented. */
    public String lastLines() {
        return output.indented();
    }

    /** Returns the number of lines it has printed, without those that say what happens to conferences and endpoints. */
    public long linesBesideCalls() {
        return linesBesideCalls.sum();
    }

    private Stream<ProcessHandle> family() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    /** Ends it at once (SIGKILL), as the loss of its machine would. */
    public void kill() {
        family().toList().forEach(ProcessHandle::destroyForcibly);
    }

    /** Asks it to end (SIGTERM), and after a few seconds makes it. */
    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // This process is ending: the hook is running or has run.
        }
    }

    private void stop() {
        List<ProcessHandle> all = family().toList();
        all.forEach(ProcessHandle::destroy);
        try {
            process.waitFor(TERMINATE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        all.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
    }
}
