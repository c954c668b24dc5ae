package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.starbridge.simulation.Failure;
import org.starbridge.simulation.Oracle;
import org.starbridge.testkit.VirtualClock;

/** Rules that a run broke: the first ones of each oracle. */
final class Findings {
    private static final int KEPT_EACH = 2;

    private final VirtualClock clock;
    private final long startNs;
    private final List<Failure> failures = new ArrayList<>();
    private final Map<Oracle, Long> missing = new EnumMap<>(Oracle.class);
    private final Map<Oracle, List<Failure>> suspicions = new EnumMap<>(Oracle.class);

    Findings(VirtualClock clock) {
        this.clock = clock;
        startNs = clock.nowNs();
    }

    void add(Oracle oracle, String text) {
        long before = failures.stream().filter(each -> each.oracle() == oracle).count();
        if (before < KEPT_EACH) {
            failures.add(new Failure(oracle, (clock.nowNs() - startNs) / 1_000_000, text));
        }
    }

    /**
     * Packets are missing that the network did not lose. It is a failure unless the bridge counts them as dropped, as
     * it may on a link that is too small.
     */
    void suspectLoss(Oracle oracle, long packets, String text) {
        missing.merge(oracle, packets, Long::sum);
        List<Failure> some = suspicions.computeIfAbsent(oracle, _ -> new ArrayList<>());
        if (some.size() < KEPT_EACH) {
            some.add(new Failure(oracle, (clock.nowNs() - startNs) / 1_000_000, text));
        }
    }

    /** Decides about suspicions, by the number of packets that the bridge dropped and counted. */
    void judgeLosses(long counted) {
        missing.forEach((oracle, packets) -> {
            if (packets > counted) {
                add(oracle, packets + " packets are missing, and " + counted + " are counted as dropped");
                failures.addAll(Objects.requireNonNull(suspicions.get(oracle)));
            }
        });
    }

    List<Failure> failures() {
        return List.copyOf(failures);
    }
}
