package org.starbridge.media.forward;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.starbridge.benchmarks.rooms.Samples;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;

/** Rewrite: once for each packet, and once for each receiver of it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class RewriteBenchmark {
    private final Slab record = Slab.allocate(RingRecord.HEADER_BYTES + Samples.PACKET_BYTES);
    private final Slab slot = Slab.allocate(Samples.PACKET_BYTES);
    private final ReceivedPacket packet = new ReceivedPacket();
    private final HeaderRewriter rewriter = new HeaderRewriter();
    private final Receiver receiver = new Receiver(RetransmissionLimits.DEFAULT);
    private final StreamHeader stream = new StreamHeader(Samples.SSRC, MediaKind.VIDEO, null, receiver);
    private final OutgoingNumbers numbers = new OutgoingNumbers();
    private long index;

    /** Puts a packet into the record. */
    @Setup
    public void write() {
        Negotiation negotiation = new Negotiation(Samples.transport(1, List.of(), Set.of(Samples.SSRC)));
        receiver.negotiation(negotiation);
        stream.negotiated(new ExtensionMaps(), negotiation.extensionIds());
        long body = RingRecord.body(record.address());
        int headerBytes = Samples.write(new RtpHeaderWriter(), body, 1, Samples.VIDEO_BYTES);
        RtpView sample = new RtpView();
        if (sample.wrap(body, headerBytes + Samples.VIDEO_BYTES) != null) {
            throw new IllegalStateException("the sample is no RTP packet");
        }
        RingRecord.writeMedia(record.address(), 1, 1, sample);
        RingRecord.writeOrder(record.address(), 1, 0, new FrameFacts());
        prepare();
    }

    /** Once for a packet. */
    @Benchmark
    public boolean prepare() {
        rewriter.clear();
        return packet.read(record.address());
    }

    /** Once for a receiver. */
    @Benchmark
    public int writeHeader() {
        numbers.keep(++index, 3000, false, true);
        return rewriter.write(slot.address(), Samples.PACKET_BYTES, packet, stream, numbers, index);
    }

    /** Frees what it has. */
    @TearDown
    public void free() {
        record.close();
        slot.close();
        receiver.close();
    }
}
