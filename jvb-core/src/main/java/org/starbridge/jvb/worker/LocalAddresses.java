package org.starbridge.jvb.worker;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Which of our addresses stands for the socket in a pair. The socket hears all local addresses and the kernel chooses where
 * a packet leaves, so one of each family is enough for the agent.
 */
final class LocalAddresses {
    private final List<InetSocketAddress> addresses;

    LocalAddresses(List<InetSocketAddress> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    /** Ours towards a remote address of some family; the first of all if there is none of its family. */
    InetSocketAddress towards(InetSocketAddress remote) {
        boolean v4 = remote.getAddress() instanceof Inet4Address;
        for (InetSocketAddress address : addresses) {
            if (address.getAddress() instanceof Inet4Address == v4) {
                return address;
            }
        }
        return addresses.get(0);
    }

    List<InetSocketAddress> all() {
        return addresses;
    }
}
