package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.media.api.ForwardingTable.Arrival;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.packet.StreamIdentifier;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * A publisher without {@code a=ssrc}: what belongs to which media section is learnt from {@code mid} header extensions
 * and payload types (RFC 9143 section 9.2).
 */
class LearntSectionsTest {
    private static final long MS = 1_000_000;
    /** What stands for the SSRCs in the conference. */
    private static final int AUDIO = 1001;

    private static final int VIDEO = 2001;
    private static final int VIDEO_RTX = 3001;

    private final SimulatedBridge bridge = new SimulatedBridge(1, 2);
    private final Random random = new Random(1);
    private final Map<Integer, TreeMap<Long, Integer>> seen = new HashMap<>();
    private @Nullable SimulatedClient publisher;
    private int nextTimestamp = 1000;

    LearntSectionsTest() {
        bridge.recovery = Recovery.NACK_AND_RTX;
        bridge.videoCodec = "something";
        bridge.extensionIds = Map.of(StreamIdentifier.MID_URI, SimulatedBridge.MID_ID);
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private static Stream section(int ssrc, MediaKind kind, Use use, int original, Arrival arrival) {
        return new Stream(ssrc, kind.name(), kind, use, false, original, ssrc, 0, arrival);
    }

    private SimulatedClient join() {
        return join(Arrival.inSection("v", null));
    }

    private SimulatedClient join(Arrival video) {
        SimulatedClient joined = bridge.join(
                "publisher",
                section(AUDIO, MediaKind.AUDIO, Use.MEDIA, AUDIO, Arrival.inSection("a", null)),
                section(VIDEO, MediaKind.VIDEO, Use.MEDIA, VIDEO, video),
                section(VIDEO_RTX, MediaKind.VIDEO, Use.RETRANSMISSION, VIDEO, Arrival.inSection("v", null)));
        connect();
        publisher = joined;
        return joined;
    }

    private void connect() {
        SimulatedClient viewer = bridge.join("viewer");
        viewer.mediaByRtxSsrc.put(VIDEO_RTX, VIDEO);
        viewer.watcher = (ssrc, extSeq, timestamp, marker, payload) -> Objects.requireNonNull(
                        seen.computeIfAbsent(ssrc, _ -> new TreeMap<>()))
                .put(extSeq, ByteBuffer.wrap(payload).getInt());
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        bridge.clients.values().forEach(client -> client.recovery.start(bridge.clock.nowNs()));
    }

    private SentStream stream(int ssrc, int payloadType, @Nullable String mid) {
        SentStream stream =
                Objects.requireNonNull(publisher).addStream(ssrc, payloadType, 65_000 + random.nextInt(535));
        stream.mid = mid;
        return stream;
    }

    /** Packets 20 ms apart; the answer is what they carry. */
    private List<Integer> send(SentStream stream, int packets) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < packets; i++) {
            int number = nextTimestamp += 960;
            byte[] payload = ByteBuffer.allocate(60).putInt(number).array();
            Objects.requireNonNull(publisher).send(stream, payload, true, number);
            numbers.add(number);
            bridge.run(20 * MS);
        }
        return numbers;
    }

    private List<Integer> came(int ssrc) {
        return List.copyOf(seen.getOrDefault(ssrc, new TreeMap<>()).values());
    }

    private long dropped(DropReason reason) {
        bridge.run(1100 * MS);
        return bridge.workers
                .stats()
                .droppedByReason()
                .getOrDefault(reason.name().toLowerCase(Locale.ROOT), 0L);
    }

    @ParameterizedTest
    @CsvSource({"a, v", ","})
    void sectionsAreKnownByTheirNamesOrByTheirPayloadTypes(@Nullable String audioMid, @Nullable String videoMid) {
        join();
        SentStream audio = stream(70_001, SimulatedBridge.OPUS, audioMid);
        SentStream video = stream(70_002, SimulatedBridge.VP8, videoMid);
        video.rtxSsrc = 70_003;
        assertThat(send(audio, 20)).isEqualTo(came(AUDIO));
        assertThat(send(video, 20)).isEqualTo(came(VIDEO));
        bridge.network.conditions(new Conditions(0.1, 0, 5 * MS, 5 * MS));
        send(video, 100);
        bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
        send(video, 10);
        assertThat(Objects.requireNonNull(publisher).recovery.askedByBridge).isPositive();
        assertThat(came(VIDEO)).as("retransmissions are learnt, too").hasSize(130);
        assertThat(Objects.requireNonNull(publisher).reportedSsrcs)
                .as("reports name what was sent")
                .isSubsetOf(70_001, 70_002, 70_003);
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"v", "''"})
    void aSenderThatRestartsUnderAnotherSsrcIsFollowedAtOnce(String mid) {
        join();
        List<Integer> sent = new ArrayList<>(send(stream(70_002, SimulatedBridge.VP8, mid.isEmpty() ? null : mid), 20));
        for (int i = 0; i < 3; i++) {
            sent.addAll(send(stream(80_000 + i, SimulatedBridge.VP8, mid.isEmpty() ? null : mid), 20));
        }
        assertThat(came(VIDEO)).as("one stream, in order").isEqualTo(sent);
    }

    @Test
    void soundUnderAnotherSsrcGoesOn() {
        join();
        List<Integer> sent = new ArrayList<>(send(stream(70_001, SimulatedBridge.OPUS, "a"), 20));
        Objects.requireNonNull(publisher).sendEmpty(Objects.requireNonNull(publisher.sent.get(70_001)));
        sent.addAll(send(Objects.requireNonNull(publisher.sent.get(70_001)), 5));
        SentStream second = stream(80_001, SimulatedBridge.OPUS, "a");
        second.nextIndex = 5;
        sent.addAll(send(second, 20));
        assertThat(came(AUDIO)).isEqualTo(sent);
    }

    @Test
    void latePacketsOfTheFormerSsrcDoNotBringItBack() {
        join();
        SentStream first = stream(70_002, SimulatedBridge.VP8, "v");
        SentStream second = stream(80_002, SimulatedBridge.VP8, "v");
        List<Integer> sent = new ArrayList<>(send(first, 5));
        for (int i = 0; i < 20; i++) {
            sent.addAll(send(second, 1));
            send(first, 1);
        }
        assertThat(came(VIDEO)).isEqualTo(sent);
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isEqualTo(20);
        sent.addAll(send(first, 5));
        assertThat(came(VIDEO)).as("after silence it is a return").isEqualTo(sent);
    }

    @Test
    void whatNamesNoSectionOrAnotherKindIsUnknown() {
        join();
        send(stream(90_001, SimulatedBridge.VP8, "x"), 1);
        send(stream(90_002, SimulatedBridge.VP8, "a"), 1);
        send(stream(90_003, SimulatedBridge.OPUS, "v"), 1);
        send(stream(90_004, 99, "v"), 1);
        send(stream(90_005, 99, null), 1);
        assertThat(seen).isEmpty();
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isEqualTo(5);
    }

    @Test
    void aPayloadTypeOfTwoSectionsSaysNothing() {
        SimulatedClient joined = bridge.join(
                "publisher",
                section(VIDEO, MediaKind.VIDEO, Use.MEDIA, VIDEO, Arrival.inSection("v", null)),
                section(VIDEO + 1, MediaKind.VIDEO, Use.MEDIA, VIDEO + 1, Arrival.inSection("w", null)));
        publisher = joined;
        connect();
        send(stream(70_001, SimulatedBridge.VP8, null), 1);
        assertThat(seen).isEmpty();
        assertThat(send(stream(70_002, SimulatedBridge.VP8, "w"), 3)).isEqualTo(came(VIDEO + 1));
    }

    @Test
    void aSectionChangesItsSsrcSoOften() {
        join();
        for (int i = 0; i < 300; i++) {
            send(stream(200_000 + i, SimulatedBridge.VP8, "v"), 1);
        }
        assertThat(came(VIDEO)).hasSize(101);
        assertThat(dropped(DropReason.UNKNOWN_SSRC) + dropped(DropReason.TOO_MANY_SSRCS))
                .isEqualTo(199);
    }

    @Test
    void aStrangerTeachesNothing() {
        SimulatedClient joined = join();
        send(stream(70_002, SimulatedBridge.VP8, "v"), 3);
        SimulatedClient other = Objects.requireNonNull(bridge.clients.get("viewer"));
        SentStream forged = other.addStream(99_100, SimulatedBridge.VP8, 5);
        forged.mid = "v";
        AtomicReference<byte[]> datagram = new AtomicReference<>();
        other.send(forged, new byte[60], true, 7, datagram::set);
        joined.sendRaw(Objects.requireNonNull(datagram.get()));
        bridge.run(20 * MS);
        assertThat(dropped(DropReason.AUTHENTICATION_FAILED)).isEqualTo(1);
        assertThat(came(VIDEO)).hasSize(3);
    }

    /** What was declared is where a section begins, under a number that is only this endpoint's. */
    @Test
    void aDeclaredSsrcIsThePublishersOwn() {
        join(Arrival.inSection("v", AUDIO));
        SentStream audio = stream(70_001, SimulatedBridge.OPUS, null);
        SentStream video = stream(AUDIO, SimulatedBridge.VP8, "x");
        assertThat(send(video, 3)).isEqualTo(came(VIDEO));
        assertThat(send(audio, 3)).isEqualTo(came(AUDIO));
        assertThat(send(stream(VIDEO, SimulatedBridge.VP8, "v"), 3))
                .isEqualTo(came(VIDEO).subList(3, 6));
    }
}
