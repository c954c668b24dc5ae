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
import org.starbridge.hammer.hls.StreamStart;
import org.starbridge.hammer.hls.StreamStart.Answer;
import org.starbridge.hammer.hls.ViewerOptions;

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
     * Starts the bridge, publishes, and waits until the playlists list as much as a player begins with.
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
            publisher.awaitStream(arguments);
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

    private void awaitStream(Arguments arguments) throws InterruptedException {
        ViewerOptions options = arguments.hls.plan(1, stream).options();
        try (HttpClient http = HttpClient.newHttpClient()) {
            StreamStart start = new StreamStart(options, uri -> get(http, uri));
            await(start, arguments.hls.startsWithin(), bridge::requireAlive);
        }
    }

    /**
     * Waits until a player can begin.
     *
     * @param check is called again and again; what it throws ends the wait
     * @throws LoadTestException if there is too little of the stream in time
     */
    static void await(StreamStart start, Duration limit, Runnable check) throws InterruptedException {
        long deadlineNs = System.nanoTime() + limit.toNanos();
        for (String missing = start.missing(); missing != null; missing = start.missing()) {
            check.run();
            if (System.nanoTime() >= deadlineNs) {
                throw new LoadTestException(
                        "after " + limit.toSeconds() + " s the stream is still too short for viewers: " + missing);
            }
            Thread.sleep(POLL_MS);
        }
    }

    private static Answer get(HttpClient http, URI uri) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, String.valueOf(e.getMessage()));
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
     * Returns what was wrong with what was published so far, as parts of a sentence; empty if nothing was.
     *
     * @throws LoadTestException if the bridge has ended, with its last lines
     */
    List<String> problems() {
        try {
            bridge.requireAlive();
        } catch (LoadTestException e) {
            throw bridge.explain(e);
        }
        List<String> problems = new ArrayList<>();
        double lateMs = conference.lateness().getValueAtPercentile(99) / 1e6;
        if (lateMs > MAX_LATENESS_MS) {
            problems.add(String.format(Locale.ROOT, "the publisher sent packets late, p99 %.0f ms", lateMs));
        }
        return problems;
    }

    @Override
    public void close() {
        conference.close();
        bridge.close();
    }
}
