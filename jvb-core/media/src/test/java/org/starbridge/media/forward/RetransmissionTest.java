package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.packet.StreamIdentifier;
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
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SocketAddresses;

/** What one receiver gets when it asks again: real SRTP, watched for the nonce rule, a simulated port between. */
class RetransmissionTest {
    private static final InetSocketAddress BRIDGE = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 10000);
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.2"), 5000);
    private static final int VP8 = 100;
    private static final int RTX = 101;
    private static final int RTX_SSRC = 0x7777_0001;
    private static final int TRANSPORT_SEQUENCE_ID = 5;
    private static final int SEND_TIME_ID = 6;
    private static final String ORIENTATION = "urn:3gpp:video-orientation";
    private static final int MS = 1_000_000;
    private static final int MID_ID = 7;

    private final VirtualClock clock = new VirtualClock(1_000_000_000);
    private final SimulatedNetwork network = new SimulatedNetwork(clock, 1);
    private final SimulatedPort port = network.open(BRIDGE);
    private final SimulatedPort clientPort = network.open(CLIENT);
    private final ReceiveBatch batch = new ReceiveBatch(64);
    private final SrtpCrypto crypto = new IvLedger(SrtpCrypto.jce());
    private final SrtpKeys keys =
            new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, new byte[16], new byte[12], filled(16), filled(12));
    private final SrtpSender srtp = new SrtpSender(crypto, keys, 8);
    private final SrtpReceiver client = new SrtpReceiver(crypto, keys.swapped(), 8);
    private final MediaRecords records = new MediaRecords();
    private final FanOutPacket departure = new FanOutPacket();
    private final Egress egress = new Egress(port, 64);
    private final ExtensionMaps maps = new ExtensionMaps();
    private final Retransmitter retransmitter = new Retransmitter();
    private RetransmissionLimits limits = RetransmissionLimits.DEFAULT;
    private Receiver receiver = new Receiver(limits);
    private OutgoingStream stream = newStream();

    private static byte[] filled(int length) {
        byte[] bytes = new byte[length];
        java.util.Arrays.fill(bytes, (byte) 7);
        return bytes;
    }

    private OutgoingStream newStream() {
        Stream declared = new Stream(MediaRecords.SSRC, "v", MediaKind.VIDEO, Use.MEDIA, false);
        return new OutgoingStream(1, declared, receiver, maps, Map.of(ORIENTATION, 3), new KeyFrameLimit(100, 2, 1000));
    }

    @BeforeEach
    void ready() {
        SocketAddresses.writeV6(receiver.destination(), CLIENT);
        receiver.negotiation(negotiation(false));
        stream.negotiated(maps, Map.of(ORIENTATION, 3));
        receiver.keys(srtp);
        receiver.reachable(true);
    }

    private void limits(RetransmissionLimits limits) {
        this.limits = limits;
        stream.close();
        receiver.close();
        receiver = new Receiver(limits);
        stream = newStream();
        ready();
    }

    private static Negotiation negotiation(boolean rtx) {
        Map<Integer, PayloadType> types = new HashMap<>();
        types.put(VP8, new PayloadType(VP8, MediaKind.VIDEO, "vp8", 90000, true, true, true, PayloadType.NOTHING));
        types.put(111, new PayloadType(111, MediaKind.AUDIO, "opus", 48000, false, false));
        if (rtx) {
            types.put(RTX, new PayloadType(RTX, MediaKind.VIDEO, "rtx", 90000, false, false, false, VP8));
        }
        Map<String, Integer> extensions = Map.of(
                Negotiation.TRANSPORT_SEQUENCE,
                TRANSPORT_SEQUENCE_ID,
                Negotiation.ABSOLUTE_SEND_TIME,
                SEND_TIME_ID,
                ORIENTATION,
                9,
                StreamIdentifier.MID_URI,
                MID_ID);
        return new Negotiation(new Transport(1, types, extensions, false, List.of(), Set.of()));
    }

    private void withRtx() {
        receiver.negotiation(negotiation(true));
        stream.retransmissionSsrc(RTX_SSRC);
    }

    @AfterEach
    void free() {
        stream.close();
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

    private void forward(long extSeq) {
        forward(extSeq, VP8, 0);
    }

    private void forward(long extSeq, int payloadType, int padding) {
        forward(extSeq, payloadType, padding, 0);
    }

    /** A packet that came with {@code padding} and is made longer by {@code added}. */
    private void forward(long extSeq, int payloadType, int padding, int added) {
        byte[] payload = new byte[100 + padding];
        java.util.Arrays.fill(payload, 0, 100, (byte) extSeq);
        if (padding > 0) {
            payload[payload.length - 1] = (byte) padding;
        }
        long record = records.packet(
                extSeq, payloadType, ExtensionForm.ONE_BYTE, (RtpHeaderWriter w) -> w.appendU8(3, 1), payload);
        if (padding > 0) {
            Memory.put8(RingRecord.body(record), Memory.u8(RingRecord.body(record)) | 0x20);
        }
        prepare(record);
        departure.padding(added);
        assertThat(stream.forward(departure, egress, clock.nowNs())).isNull();
    }

    private Retransmission ask(long index) {
        return retransmitter.repeat(stream, (int) index & 0xFFFF, egress, clock.nowNs());
    }

    /** What left, as it left. */
    private List<byte[]> wire() {
        egress.flush();
        clock.advanceTo(clock.nowNs() + 25 * MS);
        network.deliver();
        List<byte[]> datagrams = new ArrayList<>();
        while (clientPort.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                datagrams.add(Memory.copyOf(batch.address(i), batch.lengthBytes(i)));
            }
        }
        return datagrams;
    }

    private interface Look {
        void at(RtpView plain, long index);
    }

    private void open(byte[] datagram, Look look) {
        try (var slab = org.starbridge.rtp.memory.Slab.allocate(2048)) {
            long at = slab.address();
            Memory.copyIn(datagram, 0, at, datagram.length);
            ReceiveStream from = Objects.requireNonNull(client.stream(RtpView.ssrc(at)));
            int header = RtpView.headerLengthBytes(at, datagram.length);
            int plain = client.unprotectRtp(from, at, datagram.length, header, at);
            assertThat(plain).as("authentic, and never seen before").isPositive();
            RtpView view = new RtpView();
            assertThat(view.wrap(at, plain)).isNull();
            look.at(view, from.lastIndex());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 0x7FF0, 0xFFF8, 0x1_FFF8})
    void withoutRtxAPacketIsBitForBitTheFirstOneAlsoAroundAWrap(long first) {
        for (int i = 0; i < 20; i++) {
            forward(first + i, VP8, i % 3, i % 3 == 0 ? 85 * i % 256 : 0);
        }
        List<byte[]> sent = wire();
        assertThat(sent).hasSize(20);
        long start = first & 0x7FFF;
        for (int i = 19; i >= 0; i--) {
            assertThat(ask(start + i)).as("packet %d", i).isEqualTo(Retransmission.SENT);
            assertThat(wire()).containsExactly(sent.get(i));
        }
        assertThat(receiver.transportSequence()).as("new numbers").isEqualTo(20);
        assertThat(stream.packets()).as("of its sender reports").isEqualTo(20);
        assertThat(receiver.packetsSent()).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 255})
    void whatIsMadeLongerForItsRunIsPaddedAsRtpSaysAndRepeatedAsRtxWithoutIt(int added) {
        withRtx();
        forward(5, VP8, 0, added);
        forward(6, VP8, 0, 0);
        List<byte[]> sent = wire();
        assertThat(sent.get(0)).hasSize(sent.get(1).length + added);
        assertThat(port.counts().copy().paddingBytesSent()).isEqualTo(added);
        assertThat(ask(5)).isEqualTo(Retransmission.SENT);
        byte[] payload = new byte[100];
        java.util.Arrays.fill(payload, (byte) 5);
        open(sent.get(0), (plain, _) -> {
            assertThat(plain.paddingLengthBytes()).isEqualTo(added);
            assertThat(Memory.copyOf(plain.payloadAddress(), plain.payloadLengthBytes()))
                    .isEqualTo(payload);
            assertThat(Memory.copyOf(plain.payloadAddress() + 100, added - 1)).isEqualTo(new byte[added - 1]);
        });
        open(sent.get(1), (plain, _) -> assertThat(plain.paddingLengthBytes()).isZero());
        open(wire().getFirst(), (plain, _) -> {
            assertThat(plain.paddingLengthBytes()).isZero();
            assertThat(Memory.copyOf(plain.payloadAddress() + 2, plain.payloadLengthBytes() - 2))
                    .isEqualTo(payload);
        });
        assertThat(stream.payloadBytes())
                .as("RFC 3550 section 6.4.1: without padding")
                .isEqualTo(200);
    }

    @Test
    void whatASlotSendsAndSendsAgainHasItsOwnSsrcsAndItsMid() {
        receiver.negotiation(negotiation(true));
        stream.close();
        stream = new OutgoingStream(
                new SourceSlot(900, 901, "v3"), MediaKind.VIDEO, receiver, new KeyFrameLimit(100, 2, 1000));
        Stream source = new Stream(MediaRecords.SSRC, "v", MediaKind.VIDEO, Use.MEDIA, false);
        stream.carry(1, source);
        stream.negotiated(maps, Map.of(ORIENTATION, 3));
        stream.retransmissionSsrc(RTX_SSRC); // the source's, which receivers do not see
        assertThat(stream.resume()).as("a key frame is needed").isTrue();
        stream.target(new int[] {1}, ForwardingTable.HIGHEST_LAYER);
        forward(5);
        forward(6);
        assertThat(ask(6)).isEqualTo(Retransmission.SENT);
        List<Integer> ssrcs = new ArrayList<>();
        for (byte[] datagram : wire()) {
            open(datagram, (plain, _) -> {
                ssrcs.add(plain.ssrc());
                HeaderExtensions elements = new HeaderExtensions();
                long mid = elements.find(plain, MID_ID);
                assertThat(StreamIdentifier.read(mid, elements.elementLengthBytes()))
                        .isEqualTo("v3");
            });
        }
        assertThat(ssrcs).containsExactly(900, 900, 901);
        assertThat(stream.sourceSsrc()).isEqualTo(MediaRecords.SSRC);
    }

    @Test
    void whatASlotSentOfAnotherWorkersSourceIsNotRepeatedFromTheWrongRing() {
        stream.close();
        stream = new OutgoingStream(
                new SourceSlot(900, 901, null), MediaKind.VIDEO, receiver, new KeyFrameLimit(100, 2, 1000));
        stream.carry(1, new Stream(MediaRecords.SSRC, "v", MediaKind.VIDEO, Use.MEDIA, false));
        stream.resume();
        stream.target(new int[] {1}, ForwardingTable.HIGHEST_LAYER);
        forward(5);
        forward(6);
        assertThat(wire()).hasSize(2);
        try (MediaRecords others = new MediaRecords()) {
            stream.carry(2, new Stream(77, "w", MediaKind.VIDEO, Use.MEDIA, false));
            stream.target(new int[] {2}, ForwardingTable.HIGHEST_LAYER);
            assertThat(others.packet(901, VP8, ExtensionForm.ONE_BYTE, _ -> {}, new byte[50]))
                    .isNotZero();
            assertThat(departure.prepare(
                            others.cursor.lookback(), others.cursor.position(), MediaRecords.fanOut(stream)))
                    .isTrue();
            assertThat(stream.forward(departure, egress, clock.nowNs())).isNull();
            assertThat(wire()).hasSize(1);
            assertThat(ask(6)).isEqualTo(Retransmission.NOT_CACHED);
            assertThat(ask(7)).isEqualTo(Retransmission.SENT);
        }
    }

    @Test
    void withRtxItIsAPacketOfAnotherStreamWithTheStampsOfNow() {
        withRtx();
        forward(0x1_0005, VP8, 0);
        forward(0x1_0006, VP8, 7);
        List<byte[]> sent = wire();
        long firstIndex = 5;
        for (int times = 0; times < 3; times++) {
            for (int i = 0; i < 2; i++) {
                int original = i;
                int number = 2 * times + i;
                assertThat(ask(firstIndex + i)).isEqualTo(Retransmission.SENT);
                List<byte[]> again = wire();
                assertThat(again).hasSize(1);
                open(again.getFirst(), (plain, index) -> {
                    assertThat(plain.ssrc()).isEqualTo(RTX_SSRC);
                    assertThat(plain.payloadType()).isEqualTo(RTX);
                    assertThat(index).isEqualTo(number);
                    assertThat(plain.timestamp()).isEqualTo(MediaRecords.TIMESTAMP);
                    assertThat(plain.marker()).isTrue();
                    assertThat(plain.paddingLengthBytes()).isZero();
                    assertThat(Memory.u16(plain.payloadAddress())).isEqualTo((int) firstIndex + original);
                    byte[] payload = Memory.copyOf(plain.payloadAddress() + 2, plain.payloadLengthBytes() - 2);
                    assertThat(payload).hasSize(100).containsOnly(5 + original);
                    HeaderExtensions elements = new HeaderExtensions();
                    assertThat(Memory.u16(elements.find(plain, TRANSPORT_SEQUENCE_ID)))
                            .isEqualTo(2 + number);
                    assertThat(Memory.u8(elements.find(plain, 9))).isEqualTo(1);
                    open(sent.get(original).clone(), number < 2, plain, elements);
                });
            }
        }
    }

    private void open(byte[] first, boolean isNew, RtpView again, HeaderExtensions elements) {
        long timeAgain = Memory.u24(elements.find(again, SEND_TIME_ID));
        if (isNew) {
            open(
                    first,
                    (plain, _) -> assertThat(timeAgain)
                            .isNotEqualTo(Memory.u24(new HeaderExtensions().find(plain, SEND_TIME_ID))));
        }
    }

    @Test
    void aPacketIsNotRepeatedTooSoonNorTooOften() {
        limits(new RetransmissionLimits(1_000_000_000, 20 * MS, 3, 1 << 20, 50, 256 << 10));
        forward(7);
        wire();
        for (int i = 0; i < 3; i++) {
            assertThat(ask(7)).isEqualTo(Retransmission.SENT);
            assertThat(ask(7)).isEqualTo(Retransmission.REFUSED);
            assertThat(wire()).hasSize(1);
        }
        assertThat(ask(7)).isEqualTo(Retransmission.REFUSED);
        assertThat(wire()).isEmpty();
    }

    @Test
    void whatWasNeverSentOrTooLongAgoIsNotRepeated() {
        forward(10);
        forward(12);
        wire();
        assertThat(ask(9)).isEqualTo(Retransmission.NOT_CACHED);
        assertThat(ask(11)).as("a gap").isEqualTo(Retransmission.NOT_CACHED);
        assertThat(ask(13)).isEqualTo(Retransmission.NOT_CACHED);
        assertThat(ask(12 + 0x8000)).isEqualTo(Retransmission.NOT_CACHED);
        clock.advanceTo(clock.nowNs() + 900 * MS);
        assertThat(ask(12)).isEqualTo(Retransmission.SENT);
        clock.advanceTo(clock.nowNs() + 100 * MS);
        assertThat(ask(12)).isEqualTo(Retransmission.NOT_CACHED);
        assertThat(wire()).hasSize(1);
    }

    @Test
    void whatTheRingHasOverwrittenIsNotRepeated() {
        forward(10);
        wire();
        records.overtake();
        assertThat(ask(10)).isEqualTo(Retransmission.NOT_CACHED);
        assertThat(wire()).isEmpty();
    }

    @Test
    void onlyPayloadTypesWithNackAreKept() {
        forward(10, 111, 0);
        wire();
        assertThat(ask(10)).isEqualTo(Retransmission.NOT_CACHED);
    }

    /** A key frame's frame descriptor can be so long, in the two-byte form. */
    @ParameterizedTest
    @CsvSource({"61, SENT", "62, SENT", "65, SENT", "224, SENT", "229, HEADER_TOO_LONG", "240, HEADER_TOO_LONG"})
    void aPacketWithALongHeaderIsRepeatedToo(int elementBytes, Retransmission expected) {
        receiver.negotiation(new Negotiation(new Transport(
                1,
                Map.of(VP8, new PayloadType(VP8, MediaKind.VIDEO, "vp8", 90000, true, true, true, PayloadType.NOTHING)),
                Map.of(
                        Negotiation.TRANSPORT_SEQUENCE,
                        TRANSPORT_SEQUENCE_ID,
                        Negotiation.ABSOLUTE_SEND_TIME,
                        SEND_TIME_ID,
                        ORIENTATION,
                        9),
                true,
                List.of(),
                Set.of())));
        stream.negotiated(maps, Map.of(ORIENTATION, 3));
        forward(4);
        prepare(records.packet(
                5, VP8, ExtensionForm.TWO_BYTE, (RtpHeaderWriter w) -> w.reserve(3, elementBytes), new byte[100]));
        assertThat(stream.forward(departure, egress, clock.nowNs())).isNull();
        forward(6);
        List<byte[]> sent = wire();
        assertThat(sent).hasSize(3);
        assertThat(ask(5)).isEqualTo(expected);
        assertThat(wire()).hasSize(expected == Retransmission.SENT ? 1 : 0);
        for (int i = 0; i < 3; i += 2) {
            assertThat(ask(4 + i)).isEqualTo(Retransmission.SENT);
            assertThat(wire()).containsExactly(sent.get(i));
        }
    }

    @Test
    void nothingIsRepeatedUnderOtherKeysNorOfAMutedSource() {
        forward(10);
        wire();
        stream.muted(true);
        assertThat(ask(10)).isEqualTo(Retransmission.NOT_CACHED);
        stream.muted(false);
        SrtpKeys other = new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, filled(16), new byte[12], new byte[16], filled(12));
        try (SrtpSender renewed = new SrtpSender(crypto, other, 8)) {
            receiver.keys(renewed);
            assertThat(ask(10)).isEqualTo(Retransmission.NOT_CACHED);
            forward(11); // under index 11 again, which the old keys could have meant
            assertThat(ask(10)).isEqualTo(Retransmission.NOT_CACHED);
            receiver.keys(null);
            assertThat(ask(11)).isEqualTo(Retransmission.NOT_CACHED);
            receiver.keys(srtp);
        }
    }

    @Test
    void whatIsRepeatedIsAShareOfWhatIsSent() {
        limits(new RetransmissionLimits(1_000_000_000, 0, 255, 1 << 20, 25, 1000));
        for (int i = 0; i < 60; i++) {
            forward(100 + i);
        }
        int sentBytes = wire().stream().mapToInt(datagram -> datagram.length).sum();
        int repeated = 0;
        while (ask(100) == Retransmission.SENT) {
            repeated += wire().getFirst().length;
        }
        assertThat(repeated).as("the burst").isBetween(850, 1000);
        repeated = 0;
        for (int i = 0; i < 200; i++) {
            forward(200 + i);
            if (ask(200 + i) == Retransmission.SENT) {
                repeated++;
            }
            wire();
        }
        assertThat(repeated).as("a quarter, less what the estimate rounds up").isBetween(40, 50);
        assertThat(sentBytes).isPositive();
    }

    @Test
    void memoryGrowsToASecondsWorthAndIsFlatThen() {
        SentPackets sent = new SentPackets(receiver.budget());
        OutgoingPacket packet = new OutgoingPacket();
        try (sent;
                var header = org.starbridge.rtp.memory.Slab.allocate(64)) {
            long nowNs = 0;
            int size = 0;
            for (int i = 0; i < 20_000; i++) {
                nowNs += 5 * MS; // 200 packets a second
                packet(packet, i, header.address(), 32);
                sent.add(packet, records.cursor.lookback(), nowNs);
                if (i == 1000) {
                    size = sent.sizeBytes();
                }
                for (int back = 0; back <= 200 && back <= i; back += 67) {
                    assertThat(sent.find(i - back, nowNs))
                            .as("%d, %d ago", i, back)
                            .isNotZero();
                }
            }
            assertThat(size).as("a cache line for each packet").isEqualTo(256 * 64);
            assertThat(sent.sizeBytes()).isEqualTo(size);
        }
        assertThat(receiver.budget().tryReserve(limits.cacheBytes()))
                .as("all given back")
                .isTrue();
    }

    @Test
    void aHeaderThatNeedsMoreWidensTheEntriesAndNothingIsForgotten() {
        SentPackets sent = new SentPackets(receiver.budget());
        OutgoingPacket packet = new OutgoingPacket();
        try (sent;
                var memory = org.starbridge.rtp.memory.Slab.allocate(256)) {
            long nowNs = 7_000_000_123L;
            for (int i = 0; i < 32; i++) {
                Memory.fill(memory.address(), 32, i);
                packet(packet, (1L << 40) + i, memory.address(), 32);
                sent.add(packet, records.cursor.lookback(), nowNs);
            }
            assertThat(sent.sizeBytes()).isEqualTo(32 * 64);
            Memory.fill(memory.address(), 33, 32);
            packet(packet, (1L << 40) + 32, memory.address(), 33);
            sent.add(packet, records.cursor.lookback(), nowNs);
            assertThat(sent.sizeBytes()).as("wider, and one more").isEqualTo(64 * 128);
            for (int i = 0; i <= 32; i++) {
                long entry = sent.find((1L << 40) + i, nowNs);
                assertThat(entry).as("packet %d", i).isNotZero();
                assertThat(SentPackets.index(entry)).isEqualTo((1L << 40) + i);
                assertThat(SentPackets.headerBytes(entry)).isEqualTo(i == 32 ? 33 : 32);
                assertThat(Memory.u8(SentPackets.headerAddress(entry) + 31)).isEqualTo(i);
                assertThat(SentPackets.position(entry)).isEqualTo(((1L << 40) + i) * 100);
                assertThat(SentPackets.restBytes(entry)).isEqualTo(1000);
            }
            packet(packet, (1L << 40) + 33, memory.address(), 24);
            packet.descriptorBytes = 8;
            sent.add(packet, records.cursor.lookback(), nowNs);
            assertThat(SentPackets.lengthBytes(sent.find((1L << 40) + 33, nowNs)))
                    .isEqualTo(24 + 8 + 1000);
            sent.free();
            sent.add(packet, records.cursor.lookback(), nowNs);
            assertThat(sent.sizeBytes()).as("what begins again is narrow").isEqualTo(32 * 64);
        }
        assertThat(receiver.budget().tryReserve(limits.cacheBytes()))
                .as("all given back")
                .isTrue();
    }

    @Test
    void aDescriptorNeedsRoomBehindTheHeader() {
        SentPackets sent = new SentPackets(receiver.budget());
        OutgoingPacket packet = new OutgoingPacket();
        try (sent;
                var memory = org.starbridge.rtp.memory.Slab.allocate(256)) {
            packet(packet, 1, memory.address(), 25);
            packet.descriptorBytes = 3;
            packet.descriptor = 0x0102_0304_0506_0708L;
            sent.add(packet, records.cursor.lookback(), 0);
            assertThat(sent.sizeBytes()).isEqualTo(32 * 128);
        }
    }

    @Test
    void timesOfAnEntryAreCountedFromItsFirstOne() {
        SentPackets sent = new SentPackets(receiver.budget());
        OutgoingPacket packet = new OutgoingPacket();
        try (sent;
                var memory = org.starbridge.rtp.memory.Slab.allocate(64)) {
            for (long nowNs : new long[] {-5_000_000_000L, 0, 1L << 60}) {
                packet(packet, 7, memory.address(), 24);
                sent.add(packet, records.cursor.lookback(), nowNs);
                long entry = sent.find(7, nowNs + limits.horizonNs());
                assertThat(entry).isNotZero();
                assertThat(sent.find(7, nowNs + limits.horizonNs() + 2_000)).isZero();
                SentPackets.onRepeated(entry, nowNs + 40 * MS);
                assertThat(SentPackets.sinceLastSentNs(entry, nowNs + 55 * MS)).isEqualTo(15 * MS);
                assertThat(SentPackets.repeats(entry)).isEqualTo(1);
            }
        }
    }

    private static void packet(OutgoingPacket packet, long index, long headerAddress, int headerBytes) {
        packet.index = index;
        packet.headerAddress = headerAddress;
        packet.headerBytes = headerBytes;
        packet.position = index * 100;
        packet.restOffset = 40;
        packet.restBytes = 1000;
    }

    @Test
    void beyondTheReceiversShareOfMemoryTheOldestIsForgotten() {
        limits(new RetransmissionLimits(1_000_000_000, 0, 10, 64 * 64, 50, 1 << 20));
        for (int i = 0; i < 200; i++) {
            forward(1000 + i);
            egress.flush();
        }
        assertThat(ask(1199)).isEqualTo(Retransmission.SENT);
        assertThat(ask(1136)).isEqualTo(Retransmission.SENT);
        assertThat(ask(1135)).isEqualTo(Retransmission.NOT_CACHED);
        OutgoingStream second = newStream();
        second.close();
        assertThat(receiver.budget().tryReserve(1)).isFalse();
        stream.close();
        assertThat(ask(1199)).isEqualTo(Retransmission.NOT_CACHED);
        forward(1200); // an interrupted fan-out to a stream that is gone
        assertThat(receiver.budget().tryReserve(64 * 64)).isTrue();
        receiver.budget().release(64 * 64);
    }
}
