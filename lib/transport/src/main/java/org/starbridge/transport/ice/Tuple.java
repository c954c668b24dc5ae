package org.starbridge.transport.ice;

import java.net.Inet6Address;
import java.net.InetSocketAddress;

/**
 * The two ends of a UDP flow as this host sees them: {@code local} is the address of our socket, {@code remote} the one
 * a datagram came from or goes to. An address that is not resolved is refused with an exception. Two of the same
 * addresses on different links (RFC 4007 section 6) are different tuples.
 */
public record Tuple(InetSocketAddress local, InetSocketAddress remote) {
    public Tuple {
        if (local.isUnresolved() || remote.isUnresolved()) {
            throw new IllegalArgumentException("tuple " + local + " - " + remote + ": expected literal addresses");
        }
    }

    /** {@link InetSocketAddress} takes the same link-local address on two links for one. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Tuple tuple
                && remote.equals(tuple.remote)
                && local.equals(tuple.local)
                && scopeId(remote) == scopeId(tuple.remote)
                && scopeId(local) == scopeId(tuple.local);
    }

    @Override
    public int hashCode() {
        return 31 * local.hashCode() + remote.hashCode();
    }

    private static int scopeId(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address v6 ? v6.getScopeId() : 0;
    }
}
