package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.rtx;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.capture.PacketCapture;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/** What a capture has of one endpoint's packets in both directions, and what is counted of them meanwhile. */
class PacketCaptureTest {
    private static final int AUDIO = 1000;
    private static final int VIDEO = 2000;
    private static final int RTX_OF_VIDEO = 3000;
    private static final int NUMBERS_ID = 5;
    private static final long TICK_NS = 20_000_000;

    /** One record. */
    @SuppressWarnings("ArrayRecordComponent") // compared by hand
    private record Copied(int direction, int ssrc, int lengthBytes, byte[] bytes) {}

    private static final class Seen implements TapQueue.Reader {
        final List<Copied> rtp = new ArrayList<>();
        int rtcp;
        long dropped;

        @Override
        public void onPacket(int direction, int lengthBytes, long number, long timeNs, long address, int copied) {
            boolean isRtcp = Memory.u8(address + 1) >= 192 && Memory.u8(address + 1) <= 223; // RFC 5761
            if (isRtcp) {
                rtcp++;
            } else {
                rtp.add(new Copied(direction, RtpView.ssrc(address), lengthBytes, Memory.copyOf(address, copied)));
            }
        }

        @Override
        public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {}

        @Override
        public void onDropped(long packets) {
            dropped += packets;
        }

        List<Copied> of(int direction, int ssrc) {
            return rtp.stream()
                    .filter(each -> each.direction == direction && each.ssrc == ssrc)
                    .toList();
        }
    }

    private static void talk(SimulatedBridge bridge, SimulatedClient sender, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            for (SentStream stream : sender.sent.values()) {
                byte[] payload = new byte[200];
                bridge.random.nextBytes(payload);
                sender.send(stream, payload, true);
            }
            bridge.run(TICK_NS);
        }
    }

    private static SimulatedClient twoWhoTalk(SimulatedBridge bridge) {
        bridge.videoCodec = "opaque";
        SimulatedClient sender = bridge.join("a", audio(AUDIO), video(VIDEO));
        sender.addStream(AUDIO, OPUS, 65530);
        sender.addStream(VIDEO, VP8, 65500);
        bridge.join("b");
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(TICK_NS);
        return sender;
    }

    @Test
    void hasPlainPacketsOfBothDirections() {
        try (SimulatedBridge bridge = new SimulatedBridge(31, 2);
                TapQueue fromSender = new TapQueue(1 << 20);
                TapQueue toReceiver = new TapQueue(1 << 20)) {
            SimulatedClient sender = twoWhoTalk(bridge);
            MediaEndpoint sends = Objects.requireNonNull(sender.endpoint);
            MediaEndpoint receives = Objects.requireNonNull(Objects.requireNonNull(bridge.clients.get("b")).endpoint);
            assertThat(sends.capture(fromSender, true)).isTrue();
            assertThat(receives.capture(toReceiver, true)).isTrue();
            bridge.run(TICK_NS);
            talk(bridge, sender, 60);

            Seen in = new Seen();
            Seen out = new Seen();
            fromSender.read(in, 10_000);
            toReceiver.read(out, 10_000);
            for (int ssrc : List.of(AUDIO, VIDEO)) {
                List<Copied> received = in.of(PacketCapture.RECEIVED, ssrc);
                List<Copied> sent = out.of(PacketCapture.SENT, ssrc);
                assertThat(received).hasSize(60);
                assertThat(sent).hasSize(60);
                for (int i = 0; i < 60; i++) {
                    assertThat(last200(sent.get(i))).isEqualTo(last200(received.get(i)));
                    assertThat(sent.get(i).bytes).hasSize(sent.get(i).lengthBytes);
                }
            }
            assertThat(out.rtcp + in.rtcp).isPositive();
            assertThat(in.dropped).isZero();

            assertThat(sends.endCapture(fromSender)).isTrue();
            bridge.leave("b");
            bridge.run(TICK_NS);
            assertThat(fromSender.isDetached()).isTrue();
            assertThat(toReceiver.isDetached()).as("its endpoint has left").isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NACK", "NACK_AND_RTX"})
    void hasRepetitionsAsTheyAreSent(Recovery recovery) {
        try (SimulatedBridge bridge = new SimulatedBridge(33, 1);
                TapQueue toReceiver = new TapQueue(1 << 20)) {
            bridge.videoCodec = "opaque";
            bridge.recovery = recovery;
            SimulatedClient sender = bridge.join("a", video(VIDEO), rtx(RTX_OF_VIDEO, VIDEO));
            sender.addStream(VIDEO, VP8, 65500);
            SimulatedClient receiver = bridge.join("b");
            receiver.mediaByRtxSsrc.put(RTX_OF_VIDEO, VIDEO);
            receiver.recovery.start(bridge.clock.nowNs());
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(TICK_NS);
            MediaEndpoint receives = Objects.requireNonNull(receiver.endpoint);
            assertThat(receives.capture(toReceiver, true)).isTrue();
            talk(bridge, sender, 1);
            bridge.network.conditions(new Conditions(0.1, 0, 1_000_000, 0));
            talk(bridge, sender, 100);
            bridge.network.conditions(Conditions.PERFECT);
            bridge.run(1_100_000_000); // figures are a second old

            Seen out = new Seen();
            toReceiver.read(out, 10_000);
            List<Copied> media = out.of(PacketCapture.SENT, VIDEO);
            List<Copied> repetitions = new ArrayList<>(out.of(PacketCapture.SENT, RTX_OF_VIDEO));
            if (recovery == Recovery.NACK) {
                Set<String> seen = new HashSet<>();
                media.stream()
                        .filter(each -> !seen.add(HexFormat.of().formatHex(each.bytes)))
                        .forEach(repetitions::add); // bit for bit what was sent before
            }
            assertThat(repetitions)
                    .hasSize((int) bridge.workers.stats().count(MediaCounter.PACKETS_RETRANSMITTED))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(media)
                            .anySatisfy(first -> assertThat(last200(first)).isEqualTo(last200(each))));
            receives.endCapture(toReceiver);
            bridge.run(TICK_NS);
        }
    }

    @Test
    void hasProbes() {
        try (SimulatedBridge bridge = new SimulatedBridge(34, 1);
                TapQueue toReceiver = new TapQueue(1 << 22)) {
            bridge.recovery = Recovery.NACK_AND_RTX;
            bridge.hasTransportFeedback = true;
            bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, NUMBERS_ID);
            SimulatedClient sender = bridge.join("a", video(VIDEO), rtx(RTX_OF_VIDEO, VIDEO));
            sender.addStream(VIDEO, VP8, 65500);
            SimulatedClient receiver = bridge.join("b");
            receiver.feedbackId = NUMBERS_ID;
            MediaEndpoint receives = Objects.requireNonNull(receiver.endpoint);
            assertThat(receives.capture(toReceiver, true)).isTrue();
            assertThat(bridge.connectAll()).isTrue();
            receives.onAllocation(10_000_000, 100_000);
            talk(bridge, sender, 200);
            bridge.run(1_100_000_000); // figures are a second old
            receives.endCapture(toReceiver);
            bridge.run(TICK_NS);

            Seen out = new Seen();
            toReceiver.read(out, 100_000);
            assertThat(out.of(PacketCapture.SENT, RTX_OF_VIDEO))
                    .hasSize((int) bridge.workers.stats().count(MediaCounter.PROBE_PACKETS_SENT))
                    .isNotEmpty();
        }
    }

    private static byte[] last200(Copied packet) {
        return Arrays.copyOfRange(packet.bytes, packet.bytes.length - 200, packet.bytes.length);
    }

    @Test
    void leavesOutPayloadsAndWhatDoesNotFit() {
        try (SimulatedBridge bridge = new SimulatedBridge(32, 1);
                TapQueue headers = new TapQueue(1 << 14)) {
            SimulatedClient sender = twoWhoTalk(bridge);
            MediaEndpoint sends = Objects.requireNonNull(sender.endpoint);
            assertThat(sends.capture(headers, false)).isTrue();
            bridge.run(TICK_NS);
            talk(bridge, sender, 400);
            Seen in = new Seen();
            headers.read(in, 10_000);
            assertThat(in.rtp).isNotEmpty().allSatisfy(each -> {
                assertThat(each.bytes.length).isLessThan(60);
                assertThat(each.lengthBytes).isEqualTo(each.bytes.length + 200);
            });
            talk(bridge, sender, 5);
            headers.read(in, 10_000);
            assertThat(in.dropped).as("the queue was full, and media went on").isPositive();
            assertThat(bridge.workers.stats().count(MediaCounter.VIDEO_MILLISECONDS_RECEIVED))
                    .isBetween(6000L, 9000L);
            sends.endCapture(headers);
            bridge.run(TICK_NS);
        }
    }
}
