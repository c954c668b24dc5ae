package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A bridge or a floor in a process of its own, on its own processors and free ports; ended by {@link #close}. */
final class TargetProcess implements AutoCloseable {
    private static final Duration HEALTHY_WITHIN = Duration.ofSeconds(40);
    private static final int END_SECONDS = 10;

    /** Variable in which scripts/starbridge looks for further options of the Java machine. */
    private static final String JAVA_OPTIONS = "STARBRIDGE_JAVA_OPTS";

    /** The floor allocates nothing and does nothing else: the smallest collector. */
    private static final List<String> FLOOR_JAVA = List.of(
            "-Xms32m",
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private final Target target;
    private final Process process;
    private final URI url;
    private final Path log;

    private TargetProcess(Target target, Process process, URI url, Path log) {
        this.target = target;
        this.process = process;
        this.url = url;
        this.log = log;
    }

    /** Ports that were free a moment ago. */
    private record Ports(int media, int control, int channel) {
        static Ports free() throws IOException {
            try (DatagramSocket media = new DatagramSocket(0);
                    ServerSocket control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    ServerSocket channel = new ServerSocket(0, 1)) {
                return new Ports(media.getLocalPort(), control.getLocalPort(), channel.getLocalPort());
            }
        }
    }

    /**
     * Starts it and waits until it is healthy.
     *
     * @param log takes what it prints
     * @throws LadderException if it doesn't become healthy
     */
    static TargetProcess start(Target target, BenchmarkPlacement places, Path log) throws InterruptedException {
        return start(target, places, log, List.of());
    }

    /**
     * The same with options for a bridge's Java machine.
     *
     * @param javaOptions without blanks; those that the environment names go before them
     */
    static TargetProcess start(Target target, BenchmarkPlacement places, Path log, List<String> javaOptions)
            throws InterruptedException {
        try {
            Ports ports = Ports.free();
            List<String> command = target.isFloor() ? floor(target, places, ports) : bridge(target, places, ports);
            ProcessBuilder builder = new ProcessBuilder(BenchmarkPlacement.pinned(places.targetCpus(), command))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(Path.of("/dev/null").toFile());
            Map<String, String> environment = builder.environment();
            environment.put("STARBRIDGE_NO_BUILD", "1");
            // The last one of a kind wins.
            environment.merge(
                    JAVA_OPTIONS, String.join(" ", javaOptions), (operators, ours) -> (ours + " " + operators).strip());
            TargetProcess started =
                    new TargetProcess(target, builder.start(), URI.create("http://127.0.0.1:" + ports.control), log);
            started.awaitHealth();
            return started;
        } catch (IOException e) {
            throw new LadderException("the " + target.label() + " does not start: " + e.getMessage(), e);
        }
    }

    private static List<String> floor(Target target, BenchmarkPlacement places, Ports ports) {
        List<String> command = new ArrayList<>(List.of(places.java()));
        command.addAll(FLOOR_JAVA);
        command.addAll(target.properties());
        command.add("-Dstarbridge.floor.http-port=" + ports.control);
        command.add("-Dstarbridge.floor.media-port=" + ports.media);
        command.addAll(List.of("-cp", places.classPath(), "org.starbridge.benchmarks.floor.Main"));
        return command;
    }

    private static List<String> bridge(Target target, BenchmarkPlacement places, Ports ports) {
        List<String> command = new ArrayList<>();
        command.add(places.root().resolve("scripts/starbridge").toString());
        command.addAll(target.properties());
        command.add("-Dvideobridge.ice.udp.port=" + ports.media);
        command.add("-Dvideobridge.http-servers.private.port=" + ports.control);
        command.add("-Dvideobridge.http-servers.public.port=" + ports.channel);
        return command;
    }

    private void awaitHealth() throws InterruptedException {
        long deadlineNs = System.nanoTime() + HEALTHY_WITHIN.toNanos();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest health = HttpRequest.newBuilder(url.resolve("/about/health"))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            while (System.nanoTime() < deadlineNs && process.isAlive()) {
                try {
                    if (http.send(health, BodyHandlers.discarding()).statusCode() == 200) {
                        return;
                    }
                } catch (IOException _) {
                    // it does not listen yet
                }
                Thread.sleep(50);
            }
        }
        String words = lastWords();
        close();
        throw new LadderException("the measured process is not healthy after " + HEALTHY_WITHIN.toSeconds()
                + " s, or has ended; its output:\n" + words);
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return "(nothing that can be read: " + e.getMessage() + ")";
        }
    }

    /** Returns the target that it is. */
    Target target() {
        return target;
    }

    /** Its REST interface. */
    URI url() {
        return url;
    }

    /** Launcher and taskset become Java by exec, so the process is the one to be measured. */
    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
