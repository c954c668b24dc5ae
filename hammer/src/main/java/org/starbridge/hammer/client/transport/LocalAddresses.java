package org.starbridge.hammer.client.transport;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Our addresses for a socket that is bound to all of them. ICE pairs addresses of one kind (RFC 8445 section 6.1.2.2:
 * family, loopback or not), so there is one for each kind of remote address that has a route. Immutable.
 */
public final class LocalAddresses {
    private final List<InetSocketAddress> addresses;

    private LocalAddresses(List<InetSocketAddress> addresses) {
        this.addresses = List.copyOf(addresses);
    }

    /** Before anything is known of the bridge: loopback of both families. */
    public static LocalAddresses loopback(int port) {
        try {
            return new LocalAddresses(List.of(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port),
                    new InetSocketAddress(
                            InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
                            port)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 and 16 bytes are always an address", e);
        }
    }

    /** These, and those from which the routes to {@code remotes} lead. Asks the kernel; sends nothing. */
    public LocalAddresses withRoutesTo(List<InetSocketAddress> remotes, int port) {
        List<InetSocketAddress> all = new ArrayList<>(addresses);
        for (InetSocketAddress remote : remotes) {
            if (all.stream().noneMatch(each -> isLike(each.getAddress(), remote.getAddress()))) {
                InetAddress local = routeTo(remote);
                if (local != null) {
                    all.add(new InetSocketAddress(local, port));
                }
            }
        }
        return new LocalAddresses(all);
    }

    /** Our address on the way to {@code remote}; null if there is no way, and the candidate stays unpaired. */
    private static @Nullable InetAddress routeTo(InetSocketAddress remote) {
        try (DatagramChannel probe = DatagramChannel.open()) {
            probe.connect(remote);
            return ((InetSocketAddress) probe.getLocalAddress()).getAddress();
        } catch (IOException e) {
            return null;
        }
    }

    /** Ours towards a remote address. */
    public InetSocketAddress towards(InetSocketAddress remote) {
        for (InetSocketAddress address : addresses) {
            if (isLike(address.getAddress(), remote.getAddress())) {
                return address;
            }
        }
        return addresses.get(0);
    }

    /** Ours towards any of these, each once. */
    public List<InetSocketAddress> towards(List<InetSocketAddress> remotes) {
        return remotes.stream().map(this::towards).distinct().toList();
    }

    List<InetSocketAddress> all() {
        return addresses;
    }

    private static boolean isLike(InetAddress a, InetAddress b) {
        return a instanceof Inet4Address == b instanceof Inet4Address
                && a.isLoopbackAddress() == b.isLoopbackAddress()
                && a.isLinkLocalAddress() == b.isLinkLocalAddress();
    }
}
