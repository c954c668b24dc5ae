package org.starbridge.benchmarks.rooms;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.udp.MemoryPort;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SocketAddresses;

/** Egress: slots that are ready go to the port, a number in a row for the same receiver. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class EgressBenchmark {
    private static final int DATAGRAMS = 128;
    private static final int LENGTH_BYTES = 1140;

    /** A port that takes everything and does nothing, or one that sends to a socket that is never read. */
    @Param({"discard", "loopback"})
    public String port = "";

    /** Datagrams for the same receiver, one after the other. */
    @Param({"1", "2", "4", "16"})
    public int inARow;

    private final Slab destinations = Slab.allocate((long) DATAGRAMS * SocketAddresses.SIZE_BYTES);
    private MemoryPort out = MemoryPort.discarding(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    private SendBatch batch = new SendBatch(1);

    /** Opens the port. */
    @Setup
    public void open() {
        out = MemoryPort.of(port.equals("loopback"));
        batch = new SendBatch(DATAGRAMS, out.runLimits());
        for (int r = 0; r < DATAGRAMS; r++) {
            out.writeDestination(destination(r), out.clientAddress(r));
        }
    }

    private long destination(int receiver) {
        return destinations.address() + (long) receiver * SocketAddresses.SIZE_BYTES;
    }

    /** A batch. */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public int send() {
        for (int i = 0; i < DATAGRAMS; i++) {
            batch.commit(LENGTH_BYTES, destination(i / inARow));
        }
        return out.send(batch);
    }

    /** Closes the port. */
    @TearDown
    public void free() {
        batch.close();
        out.close();
        destinations.close();
    }
}
