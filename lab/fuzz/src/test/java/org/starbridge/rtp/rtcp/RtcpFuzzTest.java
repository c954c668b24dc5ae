package org.starbridge.rtp.rtcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** RTCP, read and written: every kind of block, each through its own flyweight and all through the others. */
final class RtcpFuzzTest {
    private static final int CAPACITY_BYTES = 300_000;

    /** Any bytes as a compound packet: nothing outside them is read, the walk ends, and what is read can be written. */
    @FuzzTest
    void compound(byte[] data) {
        try (Slab slab = Input.slab(data);
                Slab copy = Slab.allocate(CAPACITY_BYTES)) {
            RtcpView view = new RtcpView();
            boolean wellFormed = view.wrap(slab.address(), data.length) == null;
            int bytes = 0;
            while (view.next()) {
                bytes += RtcpView.HEADER_BYTES + 4 * Memory.u16(view.blockAddress() + 2);
                assertThat(view.bodyLengthBytes()).isNotNegative();
                Memory.copyOf(view.bodyAddress(), view.bodyLengthBytes());
                readBlock(view, copy.address());
            }
            assertThat(bytes).isEqualTo(wellFormed ? data.length : 0);
        }
    }

    private static void readBlock(RtcpView view, long copy) {
        int fits = readReports(view) + readKeyFrameRequests(view) + readBye(view);
        fits += readNack(view, copy) + readRemb(view, copy) + readTransportFeedback(view, copy);
        assertThat(fits).as("flyweights that fit " + view.kind()).isBetween(0, 1);
    }

    private static int readReports(RtcpView view) {
        ReportBlock blocks = new ReportBlock();
        boolean isReport = blocks.wrap(view) == null;
        int count = 0;
        while (blocks.next()) {
            count++;
            assertThat(blocks.fractionLost()).isBetween(0, 255);
            assertThat(blocks.extendedHighest()).isBetween(0L, 0xFFFF_FFFFL);
            assertThat(blocks.jitter()).isBetween(0L, 0xFFFF_FFFFL);
            assertThat(NtpTime.shortToNs(blocks.ssrc() ^ blocks.cumulativeLost() ^ blocks.lsr() ^ blocks.dlsr()))
                    .isNotNegative();
        }
        assertThat(count).isEqualTo(isReport ? view.count() : 0);
        SenderReport report = new SenderReport();
        if (report.wrap(view) == null) {
            assertThat(isReport).isTrue();
            assertThat(report.ssrc()).isEqualTo(view.senderSsrc());
            assertThat(report.packetCount() + report.octetCount() + (report.rtpTimestamp() & 0xFFFF_FFFFL))
                    .isNotNegative();
        }
        return isReport ? 1 : 0;
    }

    private static int readKeyFrameRequests(RtcpView view) {
        PictureLossIndication pli = new PictureLossIndication();
        boolean isPli = pli.wrap(view) == null;
        if (isPli) {
            assertThat(pli.senderSsrc()).isEqualTo(view.senderSsrc());
            assertThat(pli.mediaSsrc()).isEqualTo(Memory.i32(view.bodyAddress() + 4));
        }
        FullIntraRequest fir = new FullIntraRequest();
        boolean isFir = fir.wrap(view) == null;
        int entries = 0;
        while (fir.next()) {
            assertThat(fir.ssrc()).isEqualTo(Memory.i32(view.bodyAddress() + 8 + 8L * entries));
            assertThat(fir.sequenceNumber()).isBetween(0, 255);
            entries++;
        }
        assertThat(entries).isEqualTo(isFir ? (view.bodyLengthBytes() - 8) / 8 : 0);
        return (isPli ? 1 : 0) + (isFir ? 1 : 0);
    }

    private static int readBye(RtcpView view) {
        Bye bye = new Bye();
        if (bye.wrap(view) != null) {
            return 0;
        }
        for (int i = 0; i < bye.ssrcCount(); i++) {
            assertThat(bye.ssrc(i)).isEqualTo(Memory.i32(view.bodyAddress() + 4L * i));
        }
        return 1;
    }

    private static int readNack(RtcpView view, long copy) {
        GenericNack nack = new GenericNack();
        if (nack.wrap(view) != null) {
            assertThat(nack.next()).isFalse();
            return 0;
        }
        Set<Integer> asked = numbers(nack);
        GenericNackWriter writer = new GenericNackWriter();
        writer.begin(copy, CAPACITY_BYTES, nack.senderSsrc(), nack.mediaSsrc());
        asked.forEach(number -> assertThat(writer.add(number)).isTrue());
        int length = writer.end();
        assertThat(length > 0).isEqualTo(!asked.isEmpty());
        if (length > 0) {
            GenericNack again = new GenericNack();
            assertThat(again.wrap(firstBlock(copy, length))).isNull();
            assertThat(numbers(again)).isEqualTo(asked);
            assertThat(again.senderSsrc()).isEqualTo(nack.senderSsrc());
            assertThat(again.mediaSsrc()).isEqualTo(nack.mediaSsrc());
        }
        return 1;
    }

    private static Set<Integer> numbers(GenericNack nack) {
        Set<Integer> numbers = new TreeSet<>();
        while (nack.next()) {
            numbers.add(nack.sequenceNumber());
        }
        return numbers;
    }

    private static int readRemb(RtcpView view, long copy) {
        Remb remb = new Remb();
        if (remb.wrap(view) != null) {
            return 0;
        }
        assertThat(remb.bitrateBps()).isNotNegative();
        int[] ssrcs = new int[remb.ssrcCount()];
        for (int i = 0; i < ssrcs.length; i++) {
            ssrcs[i] = remb.ssrc(i);
        }
        int length = Remb.write(copy, CAPACITY_BYTES, remb.senderSsrc(), remb.bitrateBps(), ssrcs, ssrcs.length);
        Remb again = new Remb();
        assertThat(again.wrap(firstBlock(copy, length))).isNull();
        // Long.MAX_VALUE stands for what does not fit; its low bits are lost in writing.
        assertThat(again.bitrateBps())
                .isEqualTo(remb.bitrateBps() == Long.MAX_VALUE ? 0x3FFFFL << 45 : remb.bitrateBps());
        assertThat(again.ssrcCount()).isEqualTo(ssrcs.length);
        return 1;
    }

    private record Arrival(int sequenceNumber, boolean received, long ticks) {}

    private static List<Arrival> arrivals(TransportFeedback feedback) {
        List<Arrival> all = new ArrayList<>();
        while (feedback.next()) {
            boolean received = feedback.isReceived();
            all.add(new Arrival(feedback.sequenceNumber(), received, received ? feedback.arrivalTicks() : 0));
        }
        return all;
    }

    private static int readTransportFeedback(RtcpView view, long copy) {
        TransportFeedback feedback = new TransportFeedback();
        if (feedback.wrap(view) != null) {
            assertThat(feedback.next()).isFalse();
            return 0;
        }
        List<Arrival> all = arrivals(feedback);
        assertThat(all).hasSize(feedback.statusCount());
        TransportFeedbackWriter writer = new TransportFeedbackWriter();
        assertThat(writer.begin(
                        copy,
                        CAPACITY_BYTES,
                        feedback.senderSsrc(),
                        feedback.mediaSsrc(),
                        feedback.baseSequenceNumber(),
                        feedback.referenceTime(),
                        feedback.feedbackCount()))
                .isTrue();
        long last = (long) feedback.referenceTime() * TransportFeedback.TICKS_PER_REFERENCE;
        int written = 0;
        for (Arrival each : all) {
            if (!(each.received() ? writer.addReceived(each.ticks() - last) : writer.addMissing())) {
                break;
            }
            last = each.received() ? each.ticks() : last;
            written++;
        }
        if (written < all.size()) {
            // The capacity is ample: only the writer's own limit of received packets ends it early.
            assertThat(all.subList(0, written).stream().filter(Arrival::received))
                    .hasSize(TransportFeedbackWriter.MAX_RECEIVED);
        }
        TransportFeedback again = new TransportFeedback();
        assertThat(again.wrap(firstBlock(copy, writer.end()))).isNull();
        assertThat(arrivals(again)).isEqualTo(all.subList(0, written));
        return 1;
    }

    private static RtcpView firstBlock(long address, int lengthBytes) {
        RtcpView view = new RtcpView();
        assertThat(view.wrap(address, lengthBytes)).isNull();
        assertThat(view.next()).isTrue();
        return view;
    }

    /** Feedback of the fuzzer's choice into a capacity of its choice: never behind it, and read back as written. */
    @FuzzTest
    void feedback(byte[] data) {
        Input in = new Input(data);
        int capacityBytes = in.below(2000);
        try (Slab slab = Slab.allocate(Math.max(1, capacityBytes))) {
            if (in.flag()) {
                transportFeedback(in, slab.address(), capacityBytes);
            } else {
                nack(in, slab.address(), capacityBytes);
            }
        }
    }

    private static void transportFeedback(Input in, long address, int capacityBytes) {
        TransportFeedbackWriter writer = new TransportFeedbackWriter();
        int base = in.u16();
        int reference = (short) in.u16();
        boolean begun = writer.begin(address, capacityBytes, 1, 2, base, reference, in.u8());
        assertThat(begun).isEqualTo(capacityBytes >= 28);
        if (!begun) {
            return;
        }
        List<Arrival> written = new ArrayList<>();
        long ticks = (long) reference * TransportFeedback.TICKS_PER_REFERENCE;
        int repeat = 0;
        int kind = 0;
        int delta = 0;
        while (repeat > 0 || in.hasMore()) {
            if (repeat == 0) {
                kind = in.below(4);
                delta = kind == 1 ? in.u8() : kind == 2 ? (short) in.u16() : 0;
                repeat = kind == 3 ? 1 + in.u16() : 1;
            }
            repeat--;
            boolean received = kind == 1 || kind == 2;
            int sequenceNumber = (base + written.size()) & 0xFFFF;
            if (!(received ? writer.addReceived(delta) : writer.addMissing())) {
                break;
            }
            ticks += received ? delta : 0;
            written.add(new Arrival(sequenceNumber, received, received ? ticks : 0));
        }
        int length = writer.end();
        assertThat(length).isBetween(0, capacityBytes);
        assertThat(length == 0).isEqualTo(written.isEmpty());
        if (length > 0) {
            TransportFeedback again = new TransportFeedback();
            assertThat(again.wrap(firstBlock(address, length))).isNull();
            assertThat(arrivals(again)).isEqualTo(written);
        }
    }

    private static void nack(Input in, long address, int capacityBytes) {
        GenericNackWriter writer = new GenericNackWriter();
        writer.begin(address, capacityBytes, 3, 4);
        TreeSet<Integer> added = new TreeSet<>();
        int number = in.u16();
        while (in.hasMore()) {
            number = (number + (in.flag() ? in.u8() : in.u16())) & 0xFFFF;
            if (writer.add(number)) {
                added.add(number);
            }
        }
        int length = writer.end();
        assertThat(length).isBetween(0, capacityBytes);
        Set<Integer> read = new TreeSet<>();
        if (length > 0) {
            GenericNack again = new GenericNack();
            assertThat(again.wrap(firstBlock(address, length))).isNull();
            read = numbers(again);
        }
        assertThat(read).isEqualTo(added);
    }
}
