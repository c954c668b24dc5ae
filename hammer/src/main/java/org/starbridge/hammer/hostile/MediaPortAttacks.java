package org.starbridge.hammer.hostile;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.media.Codec;

/**
 * Everything that attacks the bridge's media port: sockets that the bridge knows nothing of, the addresses of the
 * star's endpoints, and endpoints that have joined for it. Owned by the hostile run's thread.
 */
final class MediaPortAttacks implements AutoCloseable {
    private static final int SOCKETS = 64;

    private final AttackingEndpoints endpoints;
    private final UnknownSockets unknownSockets;
    private final UnknownSockets otherAddresses;
    private final List<Attack> all = new ArrayList<>();

    /** Joins the attacking endpoints and opens the sockets; sends nothing hostile yet. */
    MediaPortAttacks(URI bridge, ClientConference star, Codec video, RandomGenerator random)
            throws InterruptedException {
        Targets targets = new Targets(star, random);
        endpoints = AttackingEndpoints.join(bridge, star.meetingId(), video);
        InetSocketAddress address = targets.bridgeAddress();
        unknownSockets = UnknownSockets.open(address, SOCKETS);
        otherAddresses = UnknownSockets.open(address, SOCKETS);
        CapturedPackets captured = new CapturedPackets(star, random);
        all.addAll(new OffPathAttacks(unknownSockets, captured, targets, random).all());
        all.addAll(new OnPathAttacks(star, captured, targets, random).all());
        all.addAll(new AuthenticatedAttacks(endpoints, targets, otherAddresses, random).all());
    }

    List<Attack> all() {
        return all;
    }

    /** URLs of a bridge channel that is not the star's; empty if the bridge has none. */
    List<URI> channels() {
        return endpoints.elsewhere().channels();
    }

    /** Takes what the bridge answered to the sockets. */
    void drain() {
        unknownSockets.drain();
        otherAddresses.drain();
    }

    /** Bytes that went to the bridge from sockets that it knows nothing of. */
    long bytesSent() {
        return unknownSockets.bytesSent();
    }

    /** Bytes that the bridge answered to them. */
    long bytesAnswered() {
        return unknownSockets.bytesAnswered();
    }

    @Override
    public void close() {
        endpoints.close();
        unknownSockets.close();
        otherAddresses.close();
    }
}
