package org.starbridge.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Decides where faults happen in a run. Each run has only some of the sites, so that combinations differ. */
public final class Faults {
    private final Random random;
    private final Set<FaultSite> enabled = EnumSet.noneOf(FaultSite.class);
    private final Map<FaultSite, Long> reached = new EnumMap<>(FaultSite.class);
    private boolean hasEnded;

    /** Of a run. Some runs have no faults at all, so that what happens without is seen, too. */
    public Faults(long seed) {
        random = new Random(seed ^ 0x5EED_FA17L);
        List<FaultSite> sites = new ArrayList<>(List.of(FaultSite.values()));
        Collections.shuffle(sites, random);
        int count = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(sites.size() / 2);
        enabled.addAll(sites.subList(0, count));
    }

    /** Whether a fault happens now at a site, with a chance if the run has it; it is counted if it does. */
    public boolean happens(FaultSite site, double chance) {
        if (hasEnded || !enabled.contains(site) || random.nextDouble() >= chance) {
            return false;
        }
        reached.merge(site, 1L, Long::sum);
        return true;
    }

    /** No further faults happen. */
    public void end() {
        hasEnded = true;
    }

    /** The source of whatever faults need to draw. */
    public Random random() {
        return random;
    }

    /** How often each site was reached. */
    public Map<FaultSite, Long> reached() {
        return Collections.unmodifiableMap(reached);
    }
}
