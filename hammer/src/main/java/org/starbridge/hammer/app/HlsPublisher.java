package org.starbridge.hammer.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.TargetBridge;
import org.starbridge.hammer.client.ClientConference;

/** A bridge that is started for viewers over HLS, and the conference that they watch. One thread. */
final class HlsPublisher implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long POLL_MS = 250;
    private static final double MAX_LATENESS_MS = 50;

    private final TargetBridge bridge;
    private final ClientConference conference;
    private final URI stream;

    private HlsPublisher(TargetBridge bridge, ClientConference conference) {
        this.bridge = bridge;
        this.conference = conference;
        URI server = bridge.publicUrl();
        if (server == null) {
            throw new IllegalStateException("no bridge was started");
        }
        stream = server.resolve("/hls/" + conference.meetingId() + "/index.m3u8");
    }

    /**
     * Starts the bridge, publishes, and waits until there is as much of the stream as a player begins with.
     *
     * @throws LoadTestException if there is no stream in time
     */
    static HlsPublisher open(Arguments arguments, Consumer<String> say) throws InterruptedException {
        ConferenceSetup setup = new ConferenceSetup(arguments);
        Map<String, String> settings = arguments.hls.bridgeSettings();
        TargetBridge bridge = TargetBridge.open(arguments.bridge, settings, false, say);
        ClientConference conference = null;
        try {
            conference = new ClientConference(setup.options(bridge.url()));
            HlsPublisher publisher = new HlsPublisher(bridge, conference);
            conference.join();
            say.accept("publishing " + publisher.stream);
            publisher.awaitStream();
            Thread.sleep(arguments.hls.settling());
            conference.openWindow();
            return publisher;
        } catch (LoadTestException e) {
            throw closing(bridge, conference, bridge.explain(e));
        } catch (RuntimeException e) {
            throw closing(bridge, conference, e);
        } catch (InterruptedException e) {
            throw closing(bridge, conference, e);
        }
    }

    private static <E extends Exception> E closing(
            TargetBridge bridge, @Nullable ClientConference conference, E cause) {
        if (conference != null) {
            conference.close();
        }
        bridge.close();
        return cause;
    }

    private void awaitStream() throws InterruptedException {
        long deadlineNs = System.nanoTime() + TIMEOUT.toNanos();
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (!isThere(http)) {
                bridge.requireAlive();
                if (System.nanoTime() > deadlineNs) {
                    throw new LoadTestException("after " + TIMEOUT.toSeconds() + " s there is no stream at " + stream);
                }
                Thread.sleep(POLL_MS);
            }
        }
    }

    private boolean isThere(HttpClient http) throws InterruptedException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(stream).timeout(TIMEOUT).build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false; // it is asked again
        }
    }

    /** The first playlist. */
    URI stream() {
        return stream;
    }

    /** Measures the bridge. */
    @Nullable
    ProcessMeter meter() {
        return bridge.meter();
    }

    /**
     * What was wrong with what was published so far, as parts of a sentence; empty if nothing was.
     *
     * @throws LoadTestException if the bridge has ended
     */
    List<String> problems() {
        bridge.requireAlive();
        List<String> problems = new ArrayList<>();
        double lateMs = conference.lateness().getValueAtPercentile(99) / 1e6;
        if (lateMs > MAX_LATENESS_MS) {
            problems.add(String.format(Locale.ROOT, "the publisher sent late, p99 %.0f ms", lateMs));
        }
        return problems;
    }

    @Override
    public void close() {
        conference.close();
        bridge.close();
    }
}
