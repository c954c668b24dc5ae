package org.starbridge.benchmarks.rooms;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.feedback.SourceFeedback;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.IncomingPacket;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;

/**
 * Source: what is learnt from one packet that arrives in order, with the feedback written that becomes due meanwhile.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SourceBenchmark {
    /** 100 packets a second. */
    private static final long APART_NS = 10_000_000;

    private final IncomingStreams streams = new IncomingStreams();
    private final SourceFeedback sourceFeedback = new SourceFeedback(streams, 1, 2);
    private final IncomingStream stream = new IncomingStream(
            1, Samples.stream(), new KeyFrameLimit(200_000_000, 1, 200_000_000), AudioPolicy.DEFAULT);
    private final IncomingPacket packet = new IncomingPacket();
    private final Slab memory = Slab.allocate(Samples.PACKET_BYTES);
    private final Slab feedback = Slab.allocate(Samples.PACKET_BYTES);
    private int headerBytes;
    private long extSeq;
    private long nowNs;

    /** Declares the stream and writes its packet. */
    @Setup
    public void declare() {
        streams.negotiation(new Negotiation(Samples.transport(1, List.of(Samples.stream()), Set.of())));
        streams.put(stream);
        headerBytes = Samples.write(new RtpHeaderWriter(), memory.address(), 0, Samples.VIDEO_BYTES);
        if (packet.parse(memory.address(), headerBytes + Samples.VIDEO_BYTES, 0, 0) != null) {
            throw new IllegalStateException("the sample is no RTP packet");
        }
    }

    /** One packet. */
    @Benchmark
    public @Nullable DropReason onPacket() {
        extSeq++;
        nowNs += APART_NS;
        Memory.put16(memory.address() + 2, (int) extSeq);
        Memory.put32(memory.address() + 4, extSeq * 900);
        Memory.put16(
                memory.address() + headerBytes - 3, (int) extSeq); // the extension: id and length, two bytes, padding
        DropReason refused = packet.parse(memory.address(), headerBytes + Samples.VIDEO_BYTES, extSeq, nowNs);
        sourceFeedback.onPacket(packet);
        if (refused == null) {
            refused = streams.onPacket(packet, stream);
        }
        if (nowNs >= sourceFeedback.nextDeadlineNs()) {
            while (sourceFeedback.writeDue(feedback.address(), Samples.PACKET_BYTES, nowNs, 0) > 0) {
                feedback.address(); // written, and sent nowhere
            }
        }
        return refused;
    }

    /** Frees the packet. */
    @TearDown
    public void free() {
        memory.close();
        feedback.close();
    }
}
