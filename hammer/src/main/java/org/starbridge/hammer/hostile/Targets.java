package org.starbridge.hammer.hostile;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.signalling.VisibleTransport;

/** The star's endpoints as an attacker on the network sees them. Owned by the hostile run's thread. */
final class Targets {
    private final List<VisibleTransport> all;
    private final RandomGenerator random;

    /** Of those that have joined. */
    Targets(ClientConference star, RandomGenerator random) {
        all = star.targets().stream()
                .sorted(Comparator.comparingInt(VisibleTransport::number))
                .toList();
        this.random = random;
    }

    /** In the order of their numbers. */
    List<VisibleTransport> all() {
        return all;
    }

    VisibleTransport any() {
        return all.get(random.nextInt(all.size()));
    }

    /** The media port. */
    InetSocketAddress bridgeAddress() {
        return all.getFirst().bridgeAddresses().getFirst();
    }
}
