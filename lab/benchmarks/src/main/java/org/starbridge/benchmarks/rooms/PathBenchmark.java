package org.starbridge.benchmarks.rooms;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.starbridge.media.api.ForwardingTable.Reception;

/**
 * The whole path of the bridge, from received datagrams to handing protected ones to the port: one sender, a number of
 * receivers. An invocation takes in {@value #PACKETS} packets; divide by that and the receivers for the cost of a
 * forwarded one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class PathBenchmark {
    static final int PACKETS = 64;

    /** Number of receivers of the packets. */
    @Param({"2", "20", "200", "2000"})
    public int receivers;

    /** Number of packets that each look at the port brings. */
    @Param({"1", "4", "16"})
    public int together;

    /** A port that takes everything and does nothing, or one that sends to a socket that is never read. */
    @Param({"discard", "loopback"})
    public String port = "";

    /** {@code EVERY_ENCODING}: receivers are relays to other bridges, which get every encoding under its own SSRC. */
    @Param("CHOSEN_LAYERS")
    public Reception reception = Reception.CHOSEN_LAYERS;

    /** True if what endpoints cost is measured, in one duty cycle of 32. */
    @Param({"true"})
    public boolean costs;

    /** True if packets are numbered for bandwidth estimators, which get no feedback here. */
    @Param({"false"})
    public boolean estimated;

    private final List<PathConference> conference = new ArrayList<>();

    /** Joins everybody. */
    @Setup
    public void join() {
        conference.add(PathConference.join(receivers, together, port.equals("loopback"), reception, costs, estimated));
    }

    /** Makes the sender's next packets. */
    @Setup(Level.Invocation)
    public void arrive() {
        conference.get(0).arrive(PACKETS);
    }

    /** Packets that left, by which JMH can relate time and bytes. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Forwarded {
        /** All of the iteration. */
        public long packets;
    }

    /** Until everything has left. */
    @Benchmark
    public void forward(Forwarded forwarded) {
        conference.get(0).forward();
        forwarded.packets += (long) PACKETS * receivers;
    }

    /** Ends the conference. */
    @TearDown
    public void leave() {
        conference.get(0).close();
        conference.clear();
    }
}
