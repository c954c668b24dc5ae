package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.rtx;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/** A sender without receivers is tapped: the tap gets what it sends, with what was lost on the way and came again. */
class TapTest {
    private static final int AUDIO = 1000;
    private static final int VIDEO = 2000;
    private static final int RTX = 3000;
    private static final long TICK_NS = 20_000_000;

    private static final class Seen implements TapQueue.Reader {
        final TreeMap<Long, byte[]> video = new TreeMap<>();
        final List<Long> audio = new ArrayList<>();
        final List<String> reports = new ArrayList<>();
        private final RtpView rtp = new RtpView();

        @Override
        public void onPacket(int ssrc, int wireSsrc, long extSeq, long arrivalNs, long address, int lengthBytes) {
            assertThat(rtp.wrap(address, lengthBytes)).isNull();
            if (ssrc == AUDIO) {
                audio.add(extSeq);
            } else {
                assertThat(ssrc).isEqualTo(VIDEO);
                byte[] payload = Memory.copyOf(rtp.payloadAddress(), rtp.payloadLengthBytes());
                assertThat(video.put(extSeq, payload)).as("packet %d", extSeq).isNull();
            }
        }

        @Override
        public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {
            reports.add(ssrc + ": " + ntp64);
        }

        @Override
        public void onDropped(long packets) {
            throw new AssertionError(packets + " dropped");
        }
    }

    @Test
    void whatIsLostOnTheWayIsAskedForAlsoWithoutReceivers() {
        try (SimulatedBridge bridge = new SimulatedBridge(29, 1);
                TapQueue tap = new TapQueue(1 << 20)) {
            bridge.recovery = Recovery.NACK_AND_RTX;
            bridge.videoCodec = "opaque";
            SimulatedClient sender = bridge.join("a", audio(AUDIO), video(VIDEO), rtx(RTX, VIDEO));
            sender.addStream(AUDIO, OPUS, 65530);
            SentStream video = sender.addStream(VIDEO, VP8, 65500);
            video.rtxSsrc = RTX;
            sender.recovery.start(bridge.clock.nowNs());
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(TICK_NS);

            MediaEndpoint endpoint = Objects.requireNonNull(sender.endpoint);
            assertThat(endpoint.tap(tap)).isTrue();
            bridge.run(TICK_NS);
            Seen seen = new Seen();
            talk(bridge, sender, seen, tap, 1);
            bridge.network.conditions(new Conditions(0.1, 0.05, 5_000_000, 0));
            talk(bridge, sender, seen, tap, 100);
            bridge.network.conditions(new Conditions(0, 0, 5_000_000, 0));
            talk(bridge, sender, seen, tap, 30);
            sender.sendSenderReport(video, 77L << 32);
            bridge.run(TICK_NS);
            tap.read(seen, 1000);

            assertThat(seen.video).hasSize(131 * 3);
            assertThat(seen.video.lastKey() - seen.video.firstKey()).isEqualTo(131 * 3 - 1);
            assertThat(seen.video.values()).containsAll(video.payloadByTimestamp.values());
            assertThat(seen.audio).hasSizeGreaterThan(100).doesNotHaveDuplicates();
            assertThat(seen.reports).containsExactly(VIDEO + ": " + (77L << 32));
            assertThat(tap.isDetached()).isFalse();

            assertThat(endpoint.untap(tap)).isTrue();
            bridge.run(TICK_NS);
            assertThat(tap.isDetached()).isTrue();
        }
    }

    @Test
    void anEndpointThatLeavesLetsGoOfItsTap() {
        try (SimulatedBridge bridge = new SimulatedBridge(30, 1);
                TapQueue first = new TapQueue(1 << 16);
                TapQueue second = new TapQueue(1 << 16);
                TapQueue late = new TapQueue(1 << 16)) {
            SimulatedClient sender = bridge.join("a", audio(AUDIO), video(VIDEO));
            MediaEndpoint endpoint = Objects.requireNonNull(sender.endpoint);
            endpoint.tap(first);
            endpoint.tap(second);
            bridge.run(TICK_NS);
            assertThat(first.isDetached()).isFalse();
            endpoint.untap(first);
            bridge.run(TICK_NS);
            assertThat(first.isDetached()).isTrue();
            assertThat(second.isDetached()).isFalse();
            bridge.leave("a");
            endpoint.tap(late);
            bridge.run(TICK_NS);
            assertThat(second.isDetached()).isTrue();
            assertThat(late.isDetached()).isTrue();
        }
    }

    @Test
    void eachTapGetsAllPackets() {
        try (SimulatedBridge bridge = new SimulatedBridge(31, 1);
                TapQueue first = new TapQueue(1 << 18);
                TapQueue second = new TapQueue(1 << 18)) {
            SimulatedClient sender = bridge.join("a", audio(AUDIO), video(VIDEO));
            sender.addStream(VIDEO, VP8, 1);
            assertThat(bridge.connectAll()).isTrue();
            MediaEndpoint endpoint = Objects.requireNonNull(sender.endpoint);
            endpoint.tap(first);
            endpoint.tap(second);
            bridge.run(TICK_NS);
            Seen one = new Seen();
            Seen other = new Seen();
            talk(bridge, sender, one, first, 10);
            second.read(other, 1000);
            assertThat(one.video).hasSize(30);
            assertThat(other.video.keySet()).isEqualTo(one.video.keySet());

            endpoint.untap(first);
            bridge.run(TICK_NS);
            talk(bridge, sender, other, second, 10);
            assertThat(other.video).hasSize(60);
            endpoint.untap(second);
            bridge.run(TICK_NS);
        }
    }

    @Test
    void aTapOfAudioGetsNoVideoAndAsksForNone() {
        try (SimulatedBridge bridge = new SimulatedBridge(32, 1);
                TapQueue tap = new TapQueue(1 << 14, true)) {
            bridge.recovery = Recovery.NACK;
            bridge.videoCodec = "opaque";
            SimulatedClient sender = bridge.join("a", audio(AUDIO), video(VIDEO));
            sender.addStream(AUDIO, OPUS, 1);
            sender.addStream(VIDEO, VP8, 1);
            sender.recovery.start(bridge.clock.nowNs());
            assertThat(bridge.connectAll()).isTrue();
            MediaEndpoint endpoint = Objects.requireNonNull(sender.endpoint);
            endpoint.tap(tap);
            bridge.run(TICK_NS);
            Seen seen = new Seen();
            bridge.network.conditions(new Conditions(0.2, 0, 5_000_000, 0));
            talk(bridge, sender, seen, tap, 50);
            assertThat(seen.audio).hasSizeGreaterThan(20);
            assertThat(seen.video.keySet()).isEmpty();
            assertThat(sender.askedBySsrc).doesNotContainKey(VIDEO);
            endpoint.untap(tap);
            bridge.run(TICK_NS);
        }
    }

    private static void talk(SimulatedBridge bridge, SimulatedClient sender, Seen seen, TapQueue tap, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            for (SentStream stream : sender.sent.values()) {
                int packets = stream.payloadType == OPUS ? 1 : 3;
                for (int i = 0; i < packets; i++) {
                    byte[] payload = new byte[60 + bridge.random.nextInt(900)];
                    bridge.random.nextBytes(payload);
                    sender.send(stream, payload, i == packets - 1);
                }
            }
            bridge.run(TICK_NS);
            tap.read(seen, 1000);
        }
    }
}
