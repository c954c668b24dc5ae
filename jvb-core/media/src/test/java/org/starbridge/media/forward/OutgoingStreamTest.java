package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.testkit.IvLedger;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.SimulatedPort;
import org.starbridge.testkit.VirtualClock;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;
import org.starbridge.transport.udp.SocketAddresses;

/** One stream to one receiver: real SRTP both ways, a simulated port between them. */
class OutgoingStreamTest {
    private static final InetSocketAddress BRIDGE = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 10000);
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.2"), 5000);
    private static final int TRANSPORT_SEQUENCE_ID = 5;
    private static final Stream STREAM = new Stream(MediaRecords.SSRC, "a", MediaKind.AUDIO, Use.MEDIA, false);

    private final VirtualClock clock = new VirtualClock(1_000_000_000);
    private final SimulatedNetwork network = new SimulatedNetwork(clock, 1);
    private final SimulatedPort port = network.open(BRIDGE);
    private final SimulatedPort clientPort = network.open(CLIENT);
    private final ReceiveBatch batch = new ReceiveBatch(64);
    private final SrtpCrypto crypto = new IvLedger(SrtpCrypto.jce());
    private final SrtpKeys keys =
            new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, bytes(16, 1), bytes(12, 2), bytes(16, 3), bytes(12, 4));
    private final SrtpSender srtp = new SrtpSender(crypto, keys, 1);
    private final SrtpReceiver client = new SrtpReceiver(crypto, keys.swapped(), 8);
    private final Receiver receiver = new Receiver(RetransmissionLimits.DEFAULT);
    private final MediaRecords records = new MediaRecords();
    private final FanOutPacket departure = new FanOutPacket();
    private final Egress egress = new Egress(port, 8);
    private final ExtensionMaps maps = new ExtensionMaps();
    private OutgoingStream stream = newStream();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Got(long index, int transportSequence, byte[] payload) {}

    private static byte[] bytes(int length, int value) {
        byte[] bytes = new byte[length];
        java.util.Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private OutgoingStream newStream() {
        return new OutgoingStream(1, STREAM, receiver, maps, Map.of(), new KeyFrameLimit(100, 2, 1000));
    }

    @BeforeEach
    void readyReceiver() {
        SocketAddresses.writeV6(receiver.destination(), CLIENT);
        receiver.negotiation(
                MediaRecords.negotiation(false, Map.of(Negotiation.TRANSPORT_SEQUENCE, TRANSPORT_SEQUENCE_ID)));
        receiver.keys(srtp);
        receiver.reachable(true);
    }

    @AfterEach
    void free() {
        egress.close();
        records.close();
        receiver.close();
        srtp.close();
        client.close();
        batch.close();
    }

    private void prepare(long record) {
        assertThat(records.cursor.peek()).isEqualTo(record);
        assertThat(departure.prepare(records.cursor.lookback(), records.cursor.position(), MediaRecords.fanOut(stream)))
                .isTrue();
    }

    private @Nullable DropReason forward(long record) {
        prepare(record);
        return stream.forward(departure, egress, clock.nowNs());
    }

    private @Nullable DropReason forward(long extSeq, int payloadBytes) {
        return forward(records.plain(extSeq, bytes(payloadBytes, (int) extSeq)));
    }

    /** What reached the client, decrypted. */
    private List<Got> got() {
        egress.flush();
        clock.advanceTo(clock.nowNs() + 10_000_000);
        network.deliver();
        List<Got> got = new ArrayList<>();
        RtpView view = new RtpView();
        while (clientPort.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                long at = batch.address(i);
                ReceiveStream from = Objects.requireNonNull(client.stream(RtpView.ssrc(at)));
                int header = RtpView.headerLengthBytes(at, batch.lengthBytes(i));
                int plain = client.unprotectRtp(from, at, batch.lengthBytes(i), header, at);
                assertThat(plain).as("authentic, and never seen before").isPositive();
                assertThat(view.wrap(at, plain)).isNull();
                long element = new HeaderExtensions().find(view, TRANSPORT_SEQUENCE_ID);
                got.add(new Got(
                        from.lastIndex(),
                        Memory.u16(element),
                        Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes())));
            }
        }
        return got;
    }

    @Test
    void packetsLeaveOnceInOrderWithTheirPayloads() {
        for (int i = 0; i < 20; i++) {
            assertThat(forward(0xFFF8 + i, 100)).isNull();
        }
        List<Got> got = got();
        assertThat(got).hasSize(20);
        for (int i = 0; i < 20; i++) {
            assertThat(got.get(i).index).isEqualTo(0x7FF8 + i);
            assertThat(got.get(i).transportSequence).isEqualTo(i);
            assertThat(got.get(i).payload).isEqualTo(bytes(100, 0xFFF8 + i));
        }
        assertThat(stream.packets()).isEqualTo(20);
        assertThat(stream.payloadBytes()).isEqualTo(2000);
        assertThat(receiver.packetsSent()).isEqualTo(20);
        assertThat(got()).isEmpty();
    }

    @Test
    void aPayloadTypeThatTheReceiverDidNotNegotiateStays() {
        long record = records.packet(1, 96, ExtensionForm.ONE_BYTE, any -> {}, bytes(10, 1));
        assertThat(forward(record)).isEqualTo(DropReason.PAYLOAD_TYPE_NOT_ACCEPTED);
        assertThat(got()).isEmpty();
    }

    @Test
    void nothingLeavesWithoutKeysOrConsent() {
        receiver.keys(null);
        assertThat(forward(1, 10)).isEqualTo(DropReason.RECEIVER_NOT_READY);
        receiver.keys(srtp);
        receiver.reachable(false);
        assertThat(forward(2, 10)).isEqualTo(DropReason.RECEIVER_NOT_READY);
        receiver.reachable(true);
        assertThat(forward(3, 10)).isNull();
        assertThat(got()).extracting(Got::index).containsExactly(3L);
        assertThat(stream.packets()).isEqualTo(1);
    }

    @Test
    void anSsrcTooManyIsRefused() {
        Objects.requireNonNull(srtp.stream(5)); // the only place is taken
        assertThat(forward(1, 10)).isEqualTo(DropReason.TOO_MANY_SSRCS);
    }

    @Test
    void whatIsOlderThanTheFirstPacketIsRefused() {
        assertThat(forward(10, 10)).isNull();
        assertThat(forward(9, 10)).isEqualTo(DropReason.OLDER_THAN_FIRST);
        assertThat(got()).hasSize(1);
    }

    @Test
    void aPacketThatFitsNoSlotIsRefusedAndLeavesNoTrace() {
        assertThat(forward(1, 100)).isNull();
        assertThat(forward(2, SendBatch.SLOT_BYTES)).isEqualTo(DropReason.SLOT_TOO_SMALL);
        assertThat(forward(3, SendBatch.SLOT_BYTES - 27)).isEqualTo(DropReason.SLOT_TOO_SMALL);
        assertThat(forward(4, SendBatch.SLOT_BYTES - 28 - 8)).isNull();
        assertThat(forward(5, 100)).isNull();
        List<Got> got = got();
        assertThat(got).extracting(Got::index).containsExactly(1L, 2L, 3L);
        assertThat(got).extracting(Got::transportSequence).containsExactly(0, 1, 2);
    }

    @Test
    void aPacketThatWasOvertakenInTheRingIsNotSentAndItsIndexNotUsedAgain() {
        assertThat(forward(1, 100)).isNull();
        long record = records.plain(2, bytes(100, 2));
        prepare(record);
        records.overtake();
        Memory.fill(RingRecord.body(record) + 12, 50, 0xEE); // torn
        Memory.putNativeLong(record + 24, 1L << 40); // its extended sequence number, too
        assertThat(stream.forward(departure, egress, clock.nowNs())).isNotNull();
        assertThat(forward(3, 100)).isNull();
        List<Got> got = got();
        assertThat(got).hasSize(2);
        assertThat(got.get(1).transportSequence).isEqualTo(1);
        assertThat(got.get(1).payload).isEqualTo(bytes(100, 3));
    }

    @Test
    void aFullSocketCostsThePacketAndNothingElse() {
        try (BlockedPort blocked = new BlockedPort();
                Egress full = new Egress(blocked, 4)) {
            for (int extSeq = 1; extSeq <= 6; extSeq++) {
                prepare(records.plain(extSeq, bytes(10, extSeq)));
                assertThat(stream.forward(departure, full, clock.nowNs()))
                        .isEqualTo(extSeq <= 4 ? null : DropReason.EGRESS_FULL);
            }
            assertThat(stream.packets()).isEqualTo(4);
            assertThat(receiver.transportSequence()).isEqualTo(4);
        }
    }

    @Test
    void whatComesWhileMutedIsNotSentAndLeavesNoGap() {
        assertThat(forward(1, 10)).isNull();
        stream.muted(true);
        assertThat(forward(2, 10)).as("on its way when the mute came").isEqualTo(DropReason.FORCE_MUTED);
        stream.muted(false);
        assertThat(forward(200, 10)).isNull();
        assertThat(got()).extracting(Got::index).containsExactly(1L, 2L);
    }

    @Test
    void aStreamThatIsMadeAnewContinuesAboveTheOldOneAndTheOldOneAboveIt() {
        assertThat(forward(60_000, 10)).isNull();
        assertThat(forward(60_001, 10)).isNull();
        OutgoingStream old = stream;
        stream = newStream();
        assertThat(forward(5, 10)).isNull();
        assertThat(forward(6, 10)).isNull();
        stream = old; // an interrupted fan-out goes on
        assertThat(forward(60_002, 10)).isNull();
        assertThat(got()).extracting(Got::index).containsExactly(27232L, 27233L, 27234L, 27235L, 27236L);
    }

    @Test
    void newKeysBeginAtRolloverZeroAgain() {
        for (int i = 0; i < 3; i++) {
            assertThat(forward(0x10000 + i, 10)).isNull();
        }
        assertThat(got()).hasSize(3);
        SrtpKeys other =
                new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, bytes(16, 5), bytes(12, 2), bytes(16, 3), bytes(12, 4));
        try (SrtpSender renewed = new SrtpSender(crypto, other, 8);
                SrtpReceiver renewedClient = new SrtpReceiver(crypto, other.swapped(), 8)) {
            receiver.keys(renewed);
            assertThat(forward(0x18005, 10)).isNull();
            egress.flush();
            clock.advanceTo(clock.nowNs() + 10_000_000);
            network.deliver();
            assertThat(clientPort.receive(batch)).isEqualTo(1);
            ReceiveStream from = Objects.requireNonNull(renewedClient.stream(MediaRecords.SSRC));
            long at = batch.address(0);
            int header = RtpView.headerLengthBytes(at, batch.lengthBytes(0));
            assertThat(renewedClient.unprotectRtp(from, at, batch.lengthBytes(0), header, at))
                    .isPositive();
            assertThat(from.lastIndex()).isEqualTo(5);
        }
    }

    @Test
    void aReportBlockTellsTheRoundTripSinceTheSenderReportItNames() {
        long ntp = NtpTime.fromUnixNs(1_700_000_000_123_000_000L);
        assertThat(stream.roundTripNs(0, 0, 5)).as("no report yet").isEqualTo(-1);
        stream.onSenderReportSent(ntp, 1_000_000_000);
        int delay = NtpTime.shortFromNs(500_000_000);
        assertThat(stream.roundTripNs(NtpTime.middle(ntp), delay, 1_530_000_000))
                .isBetween(29_900_000L, 30_100_000L);
        assertThat(stream.roundTripNs(NtpTime.middle(ntp) + 1, delay, 1_530_000_000))
                .isEqualTo(-1);
        assertThat(stream.roundTripNs(NtpTime.middle(ntp), delay, 1_200_000_000))
                .as("a delay longer than the time that passed")
                .isZero();
    }

    @Test
    void aRoundTripMayTakeLongerThanTheNextReports() {
        long ntp = NtpTime.fromUnixNs(1_700_000_000_123_000_000L);
        for (int i = 0; i < 6; i++) { // one each second
            stream.onSenderReportSent(ntp + ((long) i << 32), i * 1_000_000_000L);
        }
        assertThat(stream.roundTripNs(NtpTime.middle(ntp + (2L << 32)), 0, 5_100_000_000L))
                .isEqualTo(3_100_000_000L);
        for (int i = 6; i < 20; i++) {
            stream.onSenderReportSent(ntp + ((long) i << 32), i * 1_000_000_000L);
        }
        assertThat(stream.roundTripNs(NtpTime.middle(ntp + (2L << 32)), 0, 20_000_000_000L))
                .as("forgotten")
                .isEqualTo(-1);
    }

    @Test
    void keyFrameRequestsOfOneReceiverAreLimited() {
        assertThat(stream.mayRequestKeyFrame(0)).isTrue();
        assertThat(stream.mayRequestKeyFrame(99)).isFalse();
        assertThat(stream.mayRequestKeyFrame(100)).isTrue();
        assertThat(stream.mayRequestKeyFrame(999)).as("the third in 1000 ns").isFalse();
        assertThat(stream.mayRequestKeyFrame(1000)).isTrue();
    }

    /** A socket whose buffer stays full. */
    private static final class BlockedPort implements DatagramPort {
        @Override
        public InetSocketAddress localAddress() {
            return BRIDGE;
        }

        @Override
        public int receive(ReceiveBatch batch) {
            return 0;
        }

        @Override
        public int send(SendBatch batch) {
            return 0;
        }

        @Override
        public long kernelDrops() {
            return 0;
        }

        @Override
        public SendFaults sendFaults() {
            return new SendFaults();
        }

        @Override
        public void close() {}
    }
}
