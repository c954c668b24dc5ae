package org.starbridge.trials;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.media.file.BundledMedia;

/**
 * Conferences that stream while something else is measured, in a process of their own that gives way to all others:
 * with bridge, XMPP server and focus on one machine, the processes that only make the load would otherwise take the
 * processors from those who are measured.
 */
public final class StreamingConferences implements AutoCloseable {
    private static final String STREAMING = "streaming";
    private static final int NICER_BY = 10;
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);

    private final Process process;

    private StreamingConferences(Process process) {
        this.process = process;
    }

    /** Starts them, and waits until all have joined. */
    static StreamingConferences start(URI bridge, int conferences, int endpoints) throws IOException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", Integer.toString(NICER_BY)));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StreamingConferences.class.getName()));
        command.addAll(List.of(bridge.toString(), Integer.toString(conferences), Integer.toString(endpoints)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        StreamingConferences started = new StreamingConferences(process);
        String said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (!STREAMING.equals(said)) {
            started.close();
            throw new IOException("the conferences that should stream do not: " + said);
        }
        return started;
    }

    long pid() {
        return process.pid();
    }

    /** Ends them. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (process.waitFor(JOIN_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException _) {
            // it has ended already
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    /** The process itself: {@code BRIDGE_URL CONFERENCES ENDPOINTS}; streams until its input ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<ClientConference> swarms = new ArrayList<>();
        try {
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                ClientConference conference = new ClientConference(
                        options(URI.create(arguments[0]), Integer.parseInt(arguments[2]), 0, SentKinds.BOTH, 100));
                swarms.add(conference);
                conference.join();
            }
            new PrintStream(System.out, true, StandardCharsets.UTF_8).println(STREAMING);
            System.in.transferTo(OutputStream.nullOutputStream());
        } finally {
            swarms.forEach(ClientConference::close);
        }
    }

    /** Endpoints with the bundled media, all of which everybody gets. */
    static ConferenceOptions options(URI bridge, int senders, int receivers, SentKinds kinds, double joinRate) {
        return ConferenceOptions.builder(
                        bridge, senders, receivers, BundledMedia.audio(), List.of(BundledMedia.video()))
                .kinds(kinds)
                .joinRate(joinRate)
                .joinTimeout(JOIN_TIMEOUT)
                .build();
    }
}
