package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.testkit.DailyShare;
import org.starbridge.testkit.SimulatedNetwork.Conditions;
import org.starbridge.transport.link.LinkConditions;

/**
 * Five cameras with sound, and a viewer whose link carries less than they send. The viewer reports as browsers do: each
 * video stream once a second, each audio stream every five.
 */
class OverloadedReceiverTest {
    private static final long MS = 1_000_000;
    private static final String MEETING = "m";
    private static final List<String> SENDERS = List.of("a", "b", "c", "d", "e");
    /** About 130, 490 and 710 kbit/s. */
    private static final int[] VIDEO_BYTES = {220, 820, 1180};

    private static final int AUDIO_BYTES = 60;
    private static final int QUEUE_MS = 300;

    private static final class Reported {
        final ReceptionRegister register;
        final boolean isAudio;
        long nextAtNs;

        Reported(int ssrc, boolean isAudio, long nowNs) {
            register = new ReceptionRegister(ssrc);
            this.isAudio = isAudio;
            nextAtNs = nowNs + intervalNs();
        }

        long intervalNs() {
            return isAudio ? 5000 * MS : 1000 * MS;
        }
    }

    private static final class Call implements AutoCloseable {
        final WholeBridge bridge;
        final Map<String, SimulatedClient> clients = new HashMap<>();
        final Map<String, Vp8Source> cameras = new HashMap<>();
        final Map<Integer, Reported> reported = new HashMap<>();
        final SimulatedClient viewer;
        long audioSent;
        long audioCame;
        long videoCame;
        /** Of what the senders send, this many packets in a hundred never reach the bridge. */
        int lostBeforeBridgePercent;

        private final Random random;
        private final Map<String, Long> captureAtNs = new HashMap<>();

        Call(long seed, SelectionPolicy policy) {
            this(seed, policy, false);
        }

        /** @param hasFeedback whether all send transport-wide feedback beside reports */
        Call(long seed, SelectionPolicy policy, boolean hasFeedback) {
            random = new Random(seed);
            bridge = new WholeBridge(
                    seed,
                    1,
                    new TestConfig()
                            .idleTimeout(Duration.ofMinutes(10))
                            .selection(policy)
                            .build(),
                    SpeechSettings.defaults());
            bridge.reviewsLayers = true;
            bridge.hasTransportFeedback = hasFeedback;
            bridge.create(MEETING);
            for (String id : SENDERS) {
                clients.put(id, bridge.join(MEETING, id, 3));
                cameras.put(id, new Vp8Source(new Random(seed + id.charAt(0)), 3, 0, false));
            }
            viewer = bridge.join(MEETING, "viewer", 1);
            viewer.watcher = (ssrc, extSeq, timestamp, _, payload) -> {
                boolean isAudio = payload.length == AUDIO_BYTES;
                audioCame += isAudio ? 1 : 0;
                videoCame += isAudio ? 0 : 1;
                reported.computeIfAbsent(ssrc, _ -> new Reported(ssrc, isAudio, bridge.clock.nowNs()))
                        .register
                        .onPacket(extSeq, timestamp, bridge.clock.nowNs(), isAudio ? 48_000 : 90_000);
            };
            assertThat(bridge.connectAll()).isTrue();
            SENDERS.forEach(id -> captureAtNs.put(id, bridge.clock.nowNs() + random.nextInt(Vp8Source.FRAME_MS) * MS));
        }

        void limit(long bitsPerSecond) {
            bridge.network.downlink(
                    viewer.port.localAddress(),
                    LinkConditions.PERFECT.withRate((double) bitsPerSecond).withQueueMs(QUEUE_MS));
        }

        void say(String json) {
            String conferenceId =
                    bridge.conferences.snapshot(MEETING).orElseThrow().id();
            ChannelSlot slot = bridge.conferences
                    .channel(conferenceId, "viewer", Objects.requireNonNull(bridge.passwords.get("viewer")))
                    .orElseThrow();
            BridgeChannel channel = new BridgeChannel() {
                @Override
                public boolean send(ChannelText text) {
                    return true;
                }

                @Override
                public void close(CloseReason reason) {}
            };
            slot.onOpen(channel);
            slot.onText(channel, json.replace('\'', '"'));
        }

        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                for (String id : SENDERS) {
                    SimulatedClient client = Objects.requireNonNull(clients.get(id));
                    Vp8Source camera = Objects.requireNonNull(cameras.get(id));
                    if (!client.keyFrameRequests.isEmpty()) {
                        client.keyFrameRequests.clear();
                        camera.requestKeyFrame();
                    }
                    if (bridge.clock.nowNs() >= Objects.requireNonNull(captureAtNs.get(id))) {
                        captureAtNs.merge(id, Vp8Source.FRAME_MS * MS, Long::sum);
                        List<SentStream> encodings = encodings(client);
                        for (Vp8Source.Packet packet : camera.capture(3)) {
                            byte[] payload = Arrays.copyOf(packet.bytes(), VIDEO_BYTES[packet.encoding()]);
                            send(
                                    client,
                                    encodings.get(packet.encoding()),
                                    payload,
                                    packet.marker(),
                                    packet.timestamp());
                        }
                    }
                    if (i % 20 == 0) {
                        SentStream audio = WholeBridge.stream(client, SimulatedBridge.OPUS);
                        audioSent++;
                        send(client, audio, new byte[AUDIO_BYTES], false, audio.nextTimestamp + 960);
                    }
                }
                bridge.run(MS);
                report();
            }
        }

        private void send(SimulatedClient client, SentStream stream, byte[] payload, boolean marker, int timestamp) {
            boolean isLost = random.nextInt(100) < lostBeforeBridgePercent;
            client.send(stream, payload, marker, timestamp, datagram -> {
                if (!isLost) {
                    client.port.send(client.bridge, datagram);
                }
            });
        }

        private void report() {
            long nowNs = bridge.clock.nowNs();
            for (Reported each : new ArrayList<>(reported.values())) {
                if (nowNs >= each.nextAtNs) {
                    each.nextAtNs += each.intervalNs();
                    viewer.sendReport(each.register, nowNs);
                }
            }
        }

        private static List<SentStream> encodings(SimulatedClient client) {
            return client.sent.values().stream()
                    .filter(stream -> stream.payloadType == SimulatedBridge.VP8)
                    .sorted((a, b) -> Integer.compare(a.ssrc, b.ssrc))
                    .toList();
        }

        /** The share of the others' audio that does not come to the viewer meanwhile, in percent. */
        double audioLossPercent(int durationMs) {
            long sentBefore = audioSent;
            long cameBefore = audioCame;
            run(durationMs);
            return 100 - 100.0 * (audioCame - cameBefore) / (audioSent - sentBefore);
        }

        /** Packets of video that come to the viewer meanwhile, each second. */
        long videoPacketsPerSecond(int durationMs) {
            long before = videoCame;
            run(durationMs);
            return (videoCame - before) * 1000 / durationMs;
        }

        EndpointSnapshot viewerSnapshot() {
            return bridge.conferences.snapshot(MEETING).orElseThrow().endpoints().stream()
                    .filter(endpoint -> endpoint.id().equals("viewer"))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void close() {
            assertThat(bridge.faults).isEmpty();
            bridge.close();
        }
    }

    @Test
    void audioComesBeforeVideoInAFullStarWithoutChannel() {
        try (Call call = new Call(1, SelectionPolicy.defaults(false))) {
            call.limit(500_000);
            assertThat(call.audioLossPercent(2000)).as("nothing is known yet").isGreaterThan(30);
            call.run(4000);
            long videoBefore = call.videoCame;
            assertThat(call.audioLossPercent(60_000)).as("% of the audio").isLessThan(2);
            assertThat(call.videoCame - videoBefore).as("packets of video").isGreaterThan(60 * 20);
            assertThat(call.viewerSnapshot().allocation().budget().basis()).isEqualTo(Budget.Basis.OVERLOAD);
        }
    }

    @Test
    void audioComesBeforeVideoByFeedbackWhereEstimatesAreNotTrusted() {
        try (Call call = new Call(1, SelectionPolicy.defaults(false), true)) {
            call.limit(500_000);
            call.run(3000);
            long videoBefore = call.videoCame;
            assertThat(call.audioLossPercent(60_000)).as("% of the audio").isLessThan(2);
            assertThat(call.videoCame - videoBefore).as("packets of video").isGreaterThan(60 * 20);
        }
    }

    static List<Integer> links() {
        return DailyShare.of("OverloadedReceiverTest, feedback", 1, List.of(300_000, 500_000, 1_000_000));
    }

    @ParameterizedTest
    @MethodSource("links")
    void audioComesBeforeOneOnStageAndFourTilesByFeedback(int bitsPerSecond) {
        try (Call call = new Call(2, SelectionPolicy.defaults(true), true)) {
            call.say("{'colibriClass':'ReceiverVideoConstraints','onStageSources':['a-v0'],"
                    + "'defaultConstraints':{'maxHeight':180},'constraints':{'a-v0':{'maxHeight':720}}}");
            call.run(1000);
            call.limit(bitsPerSecond);
            call.run(2000);
            assertThat(call.audioLossPercent(60_000)).as("% of the audio").isLessThan(2);
        }
    }

    /** What the guard is for. */
    @Test
    void audioDrownsInVideoWhereTheGuardIsOff() {
        SelectionPolicy unguarded = new SelectionPolicy(
                AllocationPolicy.defaults(),
                LastN.UNLIMITED,
                new LastN.BySize(Map.of()),
                false,
                false,
                Budget.NO_ESTIMATE,
                Duration.ZERO,
                0.15,
                false,
                Duration.ofSeconds(5));
        try (Call call = new Call(1, unguarded)) {
            call.limit(500_000);
            call.run(2000);
            assertThat(call.audioLossPercent(5000)).isGreaterThan(80);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300_000, 500_000, 1_000_000})
    void audioComesBeforeOneOnStageAndFourTiles(int bitsPerSecond) {
        try (Call call = new Call(2, SelectionPolicy.defaults(true))) {
            call.say("{'colibriClass':'ReceiverVideoConstraints','onStageSources':['a-v0'],"
                    + "'defaultConstraints':{'maxHeight':180},'constraints':{'a-v0':{'maxHeight':720}}}");
            call.run(1000);
            call.limit(bitsPerSecond);
            call.run(6000);
            assertThat(call.audioLossPercent(60_000)).as("% of the audio").isLessThan(2);
        }
    }

    @Test
    void aLinkThatIsWideAgainIsUsedAgain() {
        try (Call call = new Call(3, SelectionPolicy.defaults(true))) {
            long ample = call.videoPacketsPerSecond(5000);
            call.limit(500_000);
            call.run(20_000);
            assertThat(call.videoPacketsPerSecond(5000)).isLessThan(ample / 2);
            call.limit(100_000_000);
            call.run(90_000);
            assertThat(call.viewerSnapshot().stats().limits().lossLimitBps()).isEqualTo(EndpointStats.NO_DOWNLINK);
            assertThat(call.videoPacketsPerSecond(5000)).isGreaterThan(ample * 9 / 10);
        }
    }

    @Test
    void whatIsLostBeforeTheBridgeIsNotTheReceiversFault() {
        try (Call call = new Call(4, SelectionPolicy.defaults(true))) {
            call.lostBeforeBridgePercent = 40;
            call.run(10_000);
            call.lostBeforeBridgePercent = 0;
            call.run(10_000);
            assertThat(call.viewerSnapshot().stats().limits().lossLimitBps()).isEqualTo(EndpointStats.NO_DOWNLINK);
            assertThat(call.viewerSnapshot().allocation().budget().isLimited()).isFalse();
        }
    }

    @Test
    void lossThatSendingLessDoesNotLessenDoesNotTakeAllVideo() {
        try (Call call = new Call(5, SelectionPolicy.defaults(true))) {
            call.bridge.network.conditions(new Conditions(0.2, 0, MS, 0));
            call.run(60_000);
            assertThat(call.videoPacketsPerSecond(30_000))
                    .as("of 375 that are sent, two in five are lost on their two ways")
                    .isGreaterThan(150);
        }
    }
}
