package org.starbridge.hammer.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.media.file.BundledMedia;

/** Endpoints that join a bridge through the room of a real XMPP server. */
@Timeout(120)
class XmppStarTest {
    private static final String THREADS = "thread_count";
    private static final int POOLED_THREADS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final XmppArguments arguments = new XmppArguments();
    private Prosody prosody;
    private Bridge bridge;
    private URI url;

    @BeforeEach
    void start() throws Exception {
        prosody = Prosody.start(folder);
        bridge = FreePorts.bridge();
        url = URI.create("http://127.0.0.1:" + bridge.privatePort());
        arguments.server = "127.0.0.1:" + prosody.port();
    }

    @AfterEach
    void stop() {
        if (bridge != null) {
            bridge.close();
        }
        if (prosody != null) {
            prosody.close();
        }
    }

    private static ConferenceOptions three(URI url) {
        return ConferenceOptions.builder(url, 3, 0, BundledMedia.audio(), List.of(BundledMedia.video()))
                .kinds(SentKinds.AUDIO)
                .joinTimeout(Duration.ofSeconds(60))
                .build();
    }

    @Test
    void allIsAskedThroughTheRoomAndTimed() throws Exception {
        try (ClientConference conference = new ClientConference(three(url), arguments.requests(url, true, said::add))) {
            conference.join();
            while (!conference.missing().isEmpty()) { // the time limit of the test ends it
                Thread.sleep(20);
            }
        }
        assertThat(said).hasSize(2);
        assertThat(said.getFirst()).startsWith("asking jvb-").endsWith(" in " + arguments.room);
        // A creation and an update each, and the end.
        assertThat(said.getLast()).startsWith("7 requests over XMPP, answered within ");
    }

    @Test
    void aRefusalIsWhatTheBridgeSaid() throws Exception {
        try (ConferenceRequests requests = arguments.requests(url, true, said::add)) {
            assertThatThrownBy(() -> requests.send(ConferenceModify.expiring("nobody")))
                    .isInstanceOfSatisfying(Colibri2Exception.class, refusal -> {
                        assertThat(refusal.condition()).isEqualTo(Colibri2Exception.Condition.ITEM_NOT_FOUND);
                        assertThat(refusal.reason()).isEqualTo(Colibri2Exception.Reason.CONFERENCE_NOT_FOUND);
                    });
        }
        arguments.password = "guess";
        assertThatThrownBy(() -> arguments.requests(url, false, said::add))
                .isInstanceOf(LoadTestException.class)
                .hasMessageContaining("could not be hammer-");
    }

    /**
     * What a bridge holds; the Hammer's threads are in the same process.
     *
     * @param figures by their names
     * @param meters that it shows, with their tags. Reasons why it dropped or refused something show when they first
     *     occur: there is a fixed number of them
     */
    private record Held(Map<String, Double> figures, Set<String> meters) {
        static Held by(URI url) throws Exception {
            List<String> metrics = metrics(url);
            Map<String, Double> figures = new TreeMap<>();
            for (String name :
                    List.of("conferences", "current_endpoints", "native_memory_bytes", "cipher_contexts", THREADS)) {
                String start = "jitsi_jvb_" + name + " ";
                metrics.stream()
                        .filter(line -> line.startsWith(start))
                        .forEach(line -> figures.put(name, Double.valueOf(line.substring(start.length()))));
            }
            assertThat(figures).hasSize(5);
            Set<String> meters = metrics.stream()
                    .map(line -> line.substring(0, line.lastIndexOf(' ')))
                    .filter(meter ->
                            !meter.contains("jitsi_jvb_dropped_packets") && !meter.contains("jitsi_jvb_refused"))
                    .collect(Collectors.toCollection(TreeSet::new));
            return new Held(figures, meters);
        }

        double value(String name) {
            return Objects.requireNonNull(figures.get(name), name);
        }

        /** What is more than before. Pools' threads come and go by themselves, so that some more say nothing. */
        List<String> grownSince(Held before) {
            List<String> grown = new ArrayList<>(meters);
            grown.removeAll(before.meters);
            for (String name : figures.keySet()) {
                double most = before.value(name) + (name.equals(THREADS) ? POOLED_THREADS : 0);
                if (value(name) > most) {
                    grown.add(name + " " + value(name) + " after " + before.value(name));
                }
            }
            return grown;
        }
    }

    /** The metrics of a bridge, without comments. */
    private static List<String> metrics(URI url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(url.resolve("/metrics")).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofLines())
                    .body()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    /** Conferences of two endpoints that never connect, one after the other. */
    private static void createAndExpire(ConferenceRequests requests, int conferences) throws Exception {
        for (int i = 0; i < conferences; i++) {
            String meeting = UUID.randomUUID().toString();
            requests.send(ConferenceModify.creating(meeting, null, List.of(endpoint("aaaa0001"))));
            requests.send(ConferenceModify.updating(meeting, List.of(endpoint("bbbb0002"))));
            requests.expire(meeting);
        }
    }

    private static EndpointModify endpoint(String id) {
        return EndpointModify.builder(id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null))
                .build();
    }

    @Test
    void afterFiftyConferencesTheBridgeHoldsWhatItHeldBefore() throws Exception {
        try (ConferenceRequests requests = arguments.requests(url, true, said::add)) {
            createAndExpire(requests, 20); // starts what is started once
            Prosody.await("the first conferences to end", () -> Held.by(url).value("conferences") == 0);
            Held before = Held.by(url);

            createAndExpire(requests, 50);

            List<String> grown = Held.by(url).grownSince(before);
            long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
            while (!grown.isEmpty() && System.nanoTime() < deadlineNs) {
                TimeUnit.MILLISECONDS.sleep(50);
                grown = Held.by(url).grownSince(before);
            }
            assertThat(grown).isEmpty();
        }
    }
}
