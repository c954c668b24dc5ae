package org.starbridge.transport.ice;

import java.net.InetSocketAddress;

/**
 * The two ends of a UDP flow as this host sees them: {@code local} is the address of our socket, {@code remote} the one
 * a datagram came from or goes to.
 * An address that is not resolved is refused with an exception.
 */
public record Tuple(InetSocketAddress local, InetSocketAddress remote) {
    public Tuple {
        if (local.isUnresolved() || remote.isUnresolved()) {
            throw new IllegalArgumentException("tuple " + local + " - " + remote + ": expected literal addresses");
        }
    }
}
