package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.transport.platform.PortOwner;

/**
 * The one public UDP port, opened once for each media worker (SO_REUSEPORT): the kernel spreads the clients over the
 * sockets by their addresses. All of them are bound before the group exists.
 *
 * <p>SO_REUSEPORT alone would let a second bridge of the same user join the group and take some of our clients'
 * packets. So the first socket is bound without it, which the kernel grants to one process only, and gets it
 * afterwards. The port itself is the lock: for this network namespace, without a file or a name that others could hold,
 * and gone with the process.
 */
public final class UdpPortGroup implements AutoCloseable {
    private final List<UdpSocket> sockets;

    private UdpPortGroup(List<UdpSocket> sockets) {
        this.sockets = List.copyOf(sockets);
    }

    /**
     * Opens the group.
     *
     * @param local where to bind; port 0 lets the kernel choose one for all
     * @param hosts our addresses, if {@code local} is a wildcard; see {@link UdpIo#open(InetSocketAddress, List,
     *     UdpSocket.Sharing, UdpSocket.Buffers)}
     * @param count how many sockets; 1 where {@link UdpIo#whyNotShared} has a reason
     * @throws BindException when the port is taken; its message names the port, and who has it as far as the system
     *     tells
     */
    public static UdpPortGroup open(
            UdpIo io, InetSocketAddress local, List<InetAddress> hosts, int count, UdpSocket.Buffers buffers)
            throws IOException {
        List<UdpSocket> sockets = new ArrayList<>(count);
        try {
            InetSocketAddress chosen = local;
            if (!hosts.isEmpty()) { // a socket may be at these addresses only, and the port is to be free at all
                try (UdpSocket probe = io.open(local, UdpSocket.Sharing.EXCLUSIVE, buffers)) {
                    chosen = at(local, probe);
                }
            }
            UdpSocket first = io.open(chosen, hosts, UdpSocket.Sharing.EXCLUSIVE, buffers);
            sockets.add(first);
            if (count > 1) {
                first.share();
            }
            while (sockets.size() < count) {
                sockets.add(io.open(at(local, first), hosts, UdpSocket.Sharing.REUSE_PORT, buffers));
            }
            return new UdpPortGroup(sockets);
        } catch (BindException e) {
            sockets.forEach(UdpSocket::close);
            throw named(local.getPort(), e);
        } catch (IOException | RuntimeException e) {
            sockets.forEach(UdpSocket::close);
            throw e;
        }
    }

    /** The group of another process, which passed the descriptors of its sockets. */
    public static UdpPortGroup adopt(List<Integer> descriptors) {
        List<UdpSocket> sockets = new ArrayList<>();
        descriptors.forEach(descriptor -> sockets.add(NativeUdpSocket.adopt(descriptor)));
        return new UdpPortGroup(sockets);
    }

    /** Descriptors of the sockets, to be passed to another process; none if they have no descriptors. */
    public List<Integer> descriptors() {
        List<Integer> descriptors = new ArrayList<>();
        for (UdpSocket socket : sockets) {
            if (socket instanceof NativeUdpSocket known) {
                descriptors.add(known.fd());
            }
        }
        return descriptors;
    }

    private static InetSocketAddress at(InetSocketAddress local, UdpSocket bound) {
        return new InetSocketAddress(local.getAddress(), bound.localAddress().getPort());
    }

    private static BindException named(int port, BindException cause) {
        return PortOwner.of(port)
                .map(owner -> {
                    BindException named = new BindException("UDP port " + port + " is in use by " + owner);
                    named.initCause(cause);
                    return named;
                })
                .orElse(cause);
    }

    /** The group's sockets, one for each worker. */
    public List<UdpSocket> sockets() {
        return sockets;
    }

    @Override
    public void close() {
        sockets.forEach(UdpSocket::close);
    }
}
