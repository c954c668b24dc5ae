package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.rtcp.RtcpView;

/** What came of a source and what is missing, against sets that forget nothing. */
final class SourceFuzzTest {
    private static final int MAX_OPERATIONS = 1500;
    private static final int DESCRIPTOR_ID = 11;
    private static final byte[] VP8_DELTA = SourcePackets.VP8_DELTA;

    /** Each packet is new or late once, a duplicate ever after, and too old behind the window. */
    @FuzzTest
    void arrivals(byte[] data) {
        Input in = new Input(data);
        ArrivalWindow window = new ArrivalWindow();
        Set<Long> came = new HashSet<>();
        long extSeq = in.i32() & 0xFFFF_FFFFL;
        long highest = Long.MIN_VALUE;
        for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
            extSeq = Math.max(0, extSeq + (in.flag() ? (byte) in.u8() : (short) in.u16()));
            ArrivalStatus expected = came.isEmpty() || extSeq > highest
                    ? ArrivalStatus.NEW
                    : extSeq <= highest - ArrivalWindow.SIZE
                            ? ArrivalStatus.TOO_OLD
                            : came.contains(extSeq) ? ArrivalStatus.DUPLICATE : ArrivalStatus.LATE;
            assertThat(window.onPacket(extSeq)).as(extSeq + " after " + highest).isEqualTo(expected);
            came.add(extSeq);
            highest = Math.max(highest, extSeq);
            assertThat(window.highest()).isEqualTo(highest);
        }
    }

    /** What the register may know of one missing number. */
    private static final class Missing {
        final long sinceNs;
        int requests;

        Missing(long sinceNs) {
            this.sinceNs = sinceNs;
        }
    }

    /** Only what is missing is asked for, within the bounds of count, age and number; and there is always an end. */
    @FuzzTest
    void nacks(byte[] data) {
        Input in = new Input(data);
        NackRegister register = new NackRegister();
        TreeMap<Long, Missing> missing = new TreeMap<>();
        long highest = 0x10000L + in.u16();
        long nowNs = in.i32() * 1_000_000L;
        try (Slab slab = Slab.allocate(1500)) {
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                nowNs += in.u8() * 1_000_000L;
                switch (in.below(6)) {
                    case 0, 1 -> {
                        long next = highest + 1 + (in.flag() ? in.below(8) : in.below(400));
                        register.onNew(next, highest, nowNs);
                        for (long number = highest + 1; number < next; number++) {
                            missing.put(number, new Missing(nowNs));
                        }
                        highest = next;
                    }
                    case 2 -> {
                        long late = highest - in.below(400);
                        boolean asked = register.onLate(late);
                        Missing known = missing.remove(late);
                        assertThat(asked && (known == null || known.requests == 0))
                                .isFalse();
                    }
                    case 3 -> register.onKeyFrame(highest - in.below(100));
                    case 4 -> {
                        register.clear();
                        missing.clear();
                    }
                    default -> {
                        int capacityBytes = in.flag() ? 1500 : in.below(100);
                        collect(register, slab.address(), capacityBytes, nowNs, in.u8() * 1_000_000L, missing);
                    }
                }
                assertThat(register.size()).isBetween(0, Math.min(missing.size(), NackRegister.CAPACITY));
                assertThat(register.nextDeadlineNs() == Long.MAX_VALUE).isEqualTo(register.size() == 0);
            }
        }
        for (int round = 0; register.size() > 0; round++) { // a peer that never answers
            assertThat(round).isLessThan(1000);
            nowNs = Math.max(nowNs, register.nextDeadlineNs());
            GenericNackWriter writer = new GenericNackWriter();
            try (Slab slab = Slab.allocate(1500)) {
                writer.begin(slab.address(), 1500, 1, 2);
                register.collect(writer, nowNs, 0);
            }
        }
    }

    /**
     * VP8 of any form with any descriptors: a key frame that is the newest packet stays one, and what the payload tells
     * is not judged by a descriptor.
     */
    @FuzzTest
    void vp8BesideDescriptors(byte[] data) {
        Input in = new Input(data);
        EncodingDependencies dependencies = new EncodingDependencies();
        FrameFacts own = new FrameFacts();
        long extSeq = 1000;
        long highest = extSeq;
        try (SourcePackets packets = new SourcePackets()) {
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                extSeq = Math.max(0, highest + in.below(8) - 2);
                boolean isNewest = i == 0 || extSeq > highest;
                highest = i == 0 ? extSeq : Math.max(highest, extSeq);
                byte[] element = in.bytes(in.below(64));
                byte[] payload = in.flag() ? in.bytes(12) : in.flag() ? SourcePackets.VP8_KEY_FRAME : VP8_DELTA;
                IncomingPacket packet = packets.withElement(1, extSeq, payload, DESCRIPTOR_ID, element, i);
                long address = packet.rtp().payloadAddress();
                int length = packet.rtp().payloadLengthBytes();
                if (packet.facts().parse(VideoCodec.VP8, 0, address, length, true) != null) {
                    continue;
                }
                own.parse(VideoCodec.VP8, 0, address, length, true);
                dependencies.onPacket(packet, VideoCodec.VP8, DESCRIPTOR_ID);
                assertThat(packet.facts().isDescribed() && !own.isBareVp8()).isFalse();
                if (isNewest && own.isKeyFrame()) {
                    assertThat(packet.facts().isKeyFrame()).isTrue();
                }
                dependencies.lacksStructure(in.i64());
            }
        }
    }

    private static void collect(
            NackRegister register,
            long address,
            int capacityBytes,
            long nowNs,
            long roundTripNs,
            NavigableMap<Long, Missing> missing) {
        GenericNackWriter writer = new GenericNackWriter();
        writer.begin(address, capacityBytes, 1, 2);
        int added = register.collect(writer, nowNs, roundTripNs);
        int length = writer.end();
        assertThat(length > 0).isEqualTo(added > 0);
        assertThat(length).isLessThanOrEqualTo(capacityBytes);
        if (length == 0) {
            return;
        }
        RtcpView view = new RtcpView();
        assertThat(view.wrap(address, length)).isNull();
        assertThat(view.next()).isTrue();
        GenericNack nack = new GenericNack();
        assertThat(nack.wrap(view)).isNull();
        Set<Integer> asked = new HashSet<>();
        while (nack.next()) {
            asked.add(nack.sequenceNumber());
        }
        assertThat(asked).hasSize(added);
        int known = 0;
        for (var each : missing.descendingMap().entrySet()) { // the newest of a number that came round again
            Missing number = each.getValue();
            if (asked.remove((int) (each.getKey() & 0xFFFF))) {
                known++;
                assertThat(++number.requests).isLessThanOrEqualTo(NackRegister.MAX_REQUESTS);
                assertThat(nowNs - number.sinceNs).isBetween(NackRegister.REORDER_NS, NackRegister.MAX_AGE_NS);
            }
        }
        assertThat(known).as("of what is missing").isEqualTo(added);
    }
}
