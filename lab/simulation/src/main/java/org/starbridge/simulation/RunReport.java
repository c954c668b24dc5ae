package org.starbridge.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What came of a seed.
 *
 * @param virtualNs how long the conference lasted
 * @param guests who took part
 * @param datagrams of the bridge and of guests
 * @param digest of everything that the bridge sent: bytes, destinations and times
 * @param media of the media that each guest was sent, whatever the order in which guests were served
 * @param faults how often each site was reached
 */
public record RunReport(
        long seed,
        long virtualNs,
        int guests,
        long datagrams,
        long digest,
        long media,
        Map<FaultSite, Long> faults,
        List<Failure> failures) {
    /** The same with one more failure. */
    public RunReport with(Failure failure) {
        List<Failure> more = new ArrayList<>(failures);
        more.add(failure);
        return new RunReport(seed, virtualNs, guests, datagrams, digest, media, faults, List.copyOf(more));
    }

    /** How the seed is repeated, and what it found. */
    public String failuresAsText() {
        StringBuilder text = new StringBuilder("seed " + seed + ":\n");
        failures.forEach(failure -> text.append("  ").append(failure).append('\n'));
        return text.toString();
    }
}
