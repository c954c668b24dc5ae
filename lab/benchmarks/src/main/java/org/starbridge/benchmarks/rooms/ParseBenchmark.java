package org.starbridge.benchmarks.rooms;

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
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.HeaderExtensionIndex;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;

/** Parse: what the bridge looks at in every packet it has decrypted. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class ParseBenchmark {
    private final RtpView view = new RtpView();
    private final HeaderExtensionIndex extensions = new HeaderExtensionIndex();
    private final Slab memory = Slab.allocate(Samples.PACKET_BYTES);
    private int lengthBytes;

    /** Writes the packet. */
    @Setup
    public void write() {
        lengthBytes =
                Samples.write(new RtpHeaderWriter(), memory.address(), 1, Samples.VIDEO_BYTES) + Samples.VIDEO_BYTES;
    }

    /** One packet. */
    @Benchmark
    public boolean parse() {
        return view.wrap(memory.address(), lengthBytes) == null && extensions.fill(view);
    }

    /** Frees the packet. */
    @TearDown
    public void free() {
        memory.close();
    }
}
