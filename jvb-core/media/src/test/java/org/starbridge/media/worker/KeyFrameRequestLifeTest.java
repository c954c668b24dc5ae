package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/**
 * The life of a key frame request: who is asked, what answers it, when it is repeated, when that ends, and what it
 * costs the source. The camera is one of three encodings, each of which answers only requests that name its own SSRC;
 * it may be a screen on which nothing moves.
 */
class KeyFrameRequestLifeTest {
    private static final long MS = 1_000_000;
    private static final int CAMERA = 2000;
    private static final int LOW = CAMERA;
    private static final int MIDDLE = CAMERA + 1;
    private static final int HIGH = CAMERA + 2;
    private static final int FRAME_MS = 40;
    private static final byte[] KEY = {0x10, 0x00, 0x00, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00, 0};
    private static final byte[] DELTA = {0x10, 0x01, 0, 0};

    private final SimulatedBridge bridge = new SimulatedBridge(7, 2);
    private final SimulatedClient camera = bridge.join(
            "camera",
            SimulatedBridge.encoding(CAMERA, 0),
            SimulatedBridge.encoding(CAMERA, 1),
            SimulatedBridge.encoding(CAMERA, 2));
    private final List<SentStream> encodings = new ArrayList<>();
    private final Set<Integer> flowing = new TreeSet<>(Set.of(LOW, MIDDLE, HIGH));
    /** Requests, by when they came. */
    private final TreeMap<Long, List<Integer>> requests = new TreeMap<>();
    /** The encoding that each viewer was sent last. */
    private final Map<String, Integer> shown = new LinkedHashMap<>();

    private int requestsToLose;
    private int keyFramesToLose;
    private boolean isDeaf;
    /** Nothing moves: frames are sent only when one is requested. */
    private boolean isStill;

    private long captureAtNs;

    @AfterEach
    void free() {
        bridge.close();
    }

    private SimulatedClient viewer(String name, int encoding) {
        SimulatedClient viewer = bridge.add(name);
        viewer.watcher = (_, _, _, _, payload) -> shown.put(name, CAMERA + payload[payload.length - 1]);
        target(name, encoding);
        return viewer;
    }

    private void connect() {
        bridge.publish();
        assertThat(bridge.connectAll()).isTrue();
        for (int i = encodings.size(); i < 3; i++) {
            encodings.add(camera.addStream(CAMERA + i, SimulatedBridge.VP8, 65_500 + i));
        }
        captureAtNs = bridge.clock.nowNs();
    }

    /** {@code encoding}: its number; -1: nothing. */
    private void target(String viewer, int encoding) {
        int layer = encoding < 0 ? ForwardingTable.SUSPENDED : LayerId.of(encoding, 0, 2);
        bridge.targets.put(viewer, Map.of(CAMERA, layer));
        if (!encodings.isEmpty()) {
            bridge.publish();
        }
    }

    private void run(int durationMs) {
        for (int i = 0; i < durationMs; i++) {
            bridge.run(MS);
            List<Integer> came = List.copyOf(camera.keyFrameRequests);
            camera.keyFrameRequests.clear();
            if (!came.isEmpty()) {
                requests.computeIfAbsent(bridge.clock.nowNs() / MS, _ -> new ArrayList<>())
                        .addAll(came);
                answer(came);
            }
            if (!isStill && bridge.clock.nowNs() >= captureAtNs) {
                captureAtNs += FRAME_MS * MS;
                flowing.forEach(ssrc -> send(ssrc, DELTA));
            }
        }
    }

    private void answer(List<Integer> came) {
        if (requestsToLose > 0) {
            requestsToLose--;
        } else if (!isDeaf) {
            new TreeSet<>(came).stream().filter(flowing::contains).forEach(this::sendKeyFrame);
        }
    }

    private void sendKeyFrame(int ssrc) {
        SentStream stream = encodings.get(ssrc - CAMERA);
        if (keyFramesToLose > 0) {
            keyFramesToLose--;
            stream.nextIndex++; // lost on the way
            stream.nextTimestamp += 3000;
        } else {
            send(ssrc, KEY);
        }
    }

    private void send(int ssrc, byte[] frame) {
        SentStream stream = encodings.get(ssrc - CAMERA);
        byte[] payload = frame.clone();
        payload[payload.length - 1] = (byte) (ssrc - CAMERA);
        camera.send(stream, payload, true, stream.nextTimestamp + 3000);
    }

    private List<Integer> asked() {
        return requests.values().stream().flatMap(List::stream).toList();
    }

    /** The viewer has an encoding, and what was asked for that does not count. */
    private SimulatedClient settled(String name, int encoding) {
        SimulatedClient viewer = viewer(name, encoding);
        connect();
        run(1000);
        assertThat(shown).containsEntry(name, CAMERA + encoding);
        requests.clear();
        return viewer;
    }

    // Which encoding is asked.

    @ParameterizedTest(name = "from encoding {0} to {1}")
    @CsvSource({"0, 1", "0, 2", "1, 2", "2, 1", "2, 0", "1, 0"})
    void theEncodingThatIsAwaitedIsAsked(int before, int wanted) {
        settled("viewer", before);
        target("viewer", wanted);
        run(1000);
        assertThat(asked()).hasSizeBetween(1, 2).containsOnly(CAMERA + wanted);
        assertThat(shown).containsEntry("viewer", CAMERA + wanted);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aReceiverThatAsksGetsAKeyFrameOfWhatItIsSent(int encoding) {
        SimulatedClient viewer = settled("viewer", encoding);
        viewer.requestKeyFrame(CAMERA);
        run(1000);
        assertThat(asked()).containsExactly(CAMERA + encoding);
    }

    @Test
    void aReceiverThatIsToGetLessAndAsksGetsAKeyFrameOfThat() {
        SimulatedClient viewer = settled("viewer", 2);
        isDeaf = true;
        target("viewer", 0);
        run(50);
        requests.clear();
        viewer.requestKeyFrame(CAMERA);
        run(250);
        assertThat(asked()).containsOnly(LOW);
    }

    @Test
    void theBestThatFlowsIsAskedInPlaceOfWhatDoesNotFlow() {
        settled("viewer", 0);
        flowing.remove(HIGH);
        run(1000);
        target("viewer", 2);
        run(1000);
        assertThat(asked()).isNotEmpty().containsOnly(MIDDLE);
        assertThat(shown).containsEntry("viewer", MIDDLE);
    }

    @Test
    void aReceiverWithSsrcsOfItsOwnWaitsForTheSame() {
        SimulatedClient viewer = viewer("viewer", 0);
        bridge.slots.put("viewer", Map.of(CAMERA, new SourceSlot(90_000, 90_001, null)));
        connect();
        run(1000);
        requests.clear();
        target("viewer", 2);
        run(1000);
        assertThat(asked()).hasSizeBetween(1, 2).containsOnly(HIGH);
        assertThat(shown).containsEntry("viewer", HIGH);
        requests.clear();
        viewer.requestKeyFrame(90_000);
        run(500);
        assertThat(asked()).containsExactly(HIGH);
    }

    @Test
    void anotherBridgeAsksForTheEncodingThatItNames() {
        SimulatedClient relay = bridge.add("relay");
        bridge.takeEveryEncoding.add("relay");
        connect();
        run(1000);
        requests.clear();
        relay.requestKeyFrame(MIDDLE);
        run(1000);
        assertThat(asked()).containsExactly(MIDDLE);
    }

    // When it is repeated.

    @ParameterizedTest(name = "{0} requests lost, {1} answers lost")
    @CsvSource({"1, 0", "3, 0", "0, 1", "0, 2", "2, 2"})
    void itIsRepeatedThoughNothingMoves(int lostRequests, int lostAnswers) {
        settled("viewer", 0);
        isStill = true;
        run(2000);
        requestsToLose = lostRequests;
        keyFramesToLose = lostAnswers;
        target("viewer", 2);
        run(4000);
        assertThat(shown).containsEntry("viewer", HIGH);
        assertThat(asked()).hasSize(lostRequests + lostAnswers + 1).containsOnly(HIGH);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aReceiverThatJoinsAStillScreenGetsItThoughRequestsAreLost(int lost) {
        settled("viewer", 2);
        isStill = true;
        run(20_000); // longer than it takes until a source counts as silent
        requests.clear();
        requestsToLose = lost;
        viewer("late", 2);
        connect();
        run(4000);
        assertThat(shown).containsEntry("late", HIGH);
        assertThat(asked()).hasSizeBetween(lost + 1, lost + 2).containsOnly(HIGH);
    }

    @ParameterizedTest(name = "{0} requests lost, {1} answers lost")
    @CsvSource({"1, 0", "3, 0", "0, 2"})
    void itIsRepeatedWhilePacketsCome(int lostRequests, int lostAnswers) {
        settled("viewer", 2);
        requestsToLose = lostRequests;
        keyFramesToLose = lostAnswers;
        target("viewer", 0);
        run(3000);
        assertThat(shown).containsEntry("viewer", LOW);
        assertThat(asked()).hasSize(lostRequests + lostAnswers + 1).containsOnly(LOW);
    }

    @Test
    void aRecordingAsksUntilItSeesAPacket() {
        settled("viewer", 0);
        isStill = true;
        run(10_000);
        requestsToLose = 2;
        try (TapQueue tap = new TapQueue(1 << 16)) {
            assertThat(Objects.requireNonNull(camera.endpoint).tap(tap)).isTrue();
            run(3000);
            assertThat(asked()).hasSize(9).contains(LOW, MIDDLE, HIGH);
            assertThat(Objects.requireNonNull(camera.endpoint).untap(tap)).isTrue();
            requests.clear();
            run(5000);
            assertThat(asked()).isEmpty();
        }
    }

    // When it ends.

    @Test
    void whatWasAnsweredIsNotRepeated() {
        settled("viewer", 0);
        target("viewer", 2);
        run(1000);
        requests.clear();
        isStill = true;
        run(60_000);
        assertThat(asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"suspended", "left", "source gone", "has what it wants", "muted"})
    void endsWhenNoReceiverWaits(String how) {
        settled("viewer", 0);
        isStill = true;
        isDeaf = true;
        target("viewer", 2);
        run(1000);
        assertThat(asked()).hasSizeGreaterThan(1);
        switch (how) {
            case "suspended" -> target("viewer", -1);
            case "left" -> bridge.leave("viewer");
            case "source gone" -> bridge.declare("camera");
            case "has what it wants" -> target("viewer", 0);
            default ->
                bridge.declare(
                        "camera",
                        SimulatedBridge.muted(SimulatedBridge.encoding(CAMERA, 0)),
                        SimulatedBridge.muted(SimulatedBridge.encoding(CAMERA, 1)),
                        SimulatedBridge.muted(SimulatedBridge.encoding(CAMERA, 2)));
        }
        run(20);
        requests.clear();
        run(60_000);
        assertThat(asked()).isEmpty();
    }

    @Test
    void anEncodingThatHasEndedIsNotAskedWhileAnotherOneFlows() {
        settled("viewer", 0);
        flowing.remove(HIGH);
        flowing.remove(MIDDLE);
        run(2000);
        target("viewer", 2);
        run(200);
        requests.clear();
        run(60_000);
        assertThat(asked()).isEmpty();
    }

    // What it costs the source.

    @ParameterizedTest(name = "still: {0}")
    @ValueSource(booleans = {true, false})
    void aSourceThatDoesNotAnswerIsAskedLessAndLessOften(boolean still) {
        settled("viewer", 0);
        isStill = still;
        isDeaf = true;
        target("viewer", 2);
        run(2000);
        assertThat(asked()).hasSizeBetween(4, 6);
        run(8000);
        assertThat(asked()).hasSizeBetween(5, 8);
        requests.clear();
        run(60_000);
        assertThat(asked()).hasSizeBetween(5, 8);
        isDeaf = false;
        run(11_000);
        assertThat(shown).containsEntry("viewer", HIGH);
    }

    @Test
    void requestsOfManyReceiversAreOne() {
        for (int i = 0; i < 20; i++) {
            viewer("viewer" + i, 0);
        }
        connect();
        run(1000);
        requests.clear();
        for (int i = 0; i < 20; i++) {
            target("viewer" + i, 2);
            run(3);
        }
        run(1000);
        assertThat(shown.values()).containsOnly(HIGH);
        assertThat(asked()).hasSizeBetween(1, 3).containsOnly(HIGH);
    }

    @Test
    void encodingsOfASourceAreAskedAtTheSameTimeAndShareItsLimit() {
        viewer("one", 0);
        viewer("other", 0);
        connect();
        run(1000);
        requests.clear();
        isDeaf = true;
        target("one", 1);
        run(20);
        target("other", 2);
        run(3000);
        assertThat(asked()).contains(MIDDLE, HIGH);
        long before = Long.MIN_VALUE / 2;
        for (Map.Entry<Long, List<Integer>> each : requests.entrySet()) {
            assertThat(each.getKey() - before).as("ms between requests").isGreaterThanOrEqualTo(199);
            assertThat(each.getValue()).doesNotHaveDuplicates();
            before = each.getKey();
        }
    }

    @Test
    void manyReceiversOfASilentCameraCostLittle() {
        isStill = true;
        isDeaf = true;
        for (int i = 0; i < 20; i++) {
            viewer("viewer" + i, 2);
        }
        connect();
        run(10_000);
        requests.clear();
        run(60_000);
        assertThat(asked()).hasSizeBetween(5, 15);
    }
}
