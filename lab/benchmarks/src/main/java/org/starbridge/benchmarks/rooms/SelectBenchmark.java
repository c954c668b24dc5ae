package org.starbridge.benchmarks.rooms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Allocator;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.VideoSource;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.lastn.speech.SpeechSettings;

/**
 * Select: one receiver's allocation, not per packet, and one audio level, per packet, of a conference in which ten
 * speak.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SelectBenchmark {
    private static final int PEOPLE = 150;
    private static final int SPEAKING = 10;
    private static final long PACKET_NS = 20_000_000L;

    /** Simulcast cameras of nine layers. */
    @Param({"20", "400"})
    public int sources;

    private final Allocator allocator = new Allocator(AllocationPolicy.defaults());
    private final List<VideoSource> offered = new ArrayList<>();
    private final SpeechActivity speech = new SpeechActivity(SpeechSettings.defaults());
    private ReceiverConstraints wishes = ReceiverConstraints.everything();
    private Allocation previous = Allocation.NOTHING;
    private int packet;
    private long nowNs;

    /** Makes the conference. */
    @Setup
    public void gather() {
        for (int i = 0; i < sources; i++) {
            offered.add(
                    new VideoSource("e" + i + "-v0", VideoSource.Content.CAMERA, VideoSource.State.ENABLED, layers()));
        }
        wishes = new ReceiverConstraints(-1, List.of("e3-v0"), List.of("e5-v0"), 180, Map.of("e3-v0", 720));
        for (int id = 0; id < PEOPLE; id++) {
            speech.join(id);
        }
    }

    private static List<Layer> layers() {
        List<Layer> layers = new ArrayList<>();
        for (int encoding = 0; encoding < 3; encoding++) {
            for (int temporal = 0; temporal < 3; temporal++) {
                layers.add(new Layer(
                        LayerId.of(encoding, 0, temporal),
                        180 << encoding,
                        7.5 * (1 << temporal),
                        (200_000L << encoding) * (2 + temporal) / 4));
            }
        }
        return layers;
    }

    /** One receiver, as long as nothing changes. */
    @Benchmark
    public Allocation allocate() {
        previous = allocator.allocate(
                offered,
                wishes,
                LastN.Limits.NONE,
                new Budget(150_000L * sources, Budget.Basis.ESTIMATE),
                previous,
                nowNs++);
        return previous;
    }

    /** One packet of one of those who speak, decisions included. */
    @Benchmark
    public boolean level() {
        packet++;
        if (packet % SPEAKING == 0) {
            nowNs += PACKET_NS;
            if (speech.nextDecisionNs() <= nowNs) {
                speech.decide(nowNs);
            }
        }
        return speech.level(packet % SPEAKING, 30 + packet * 7 % 80, nowNs);
    }
}
