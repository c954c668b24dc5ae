package org.starbridge.media.demux;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.List;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.udp.SocketAddresses;

/** Lookup of our address that a datagram was sent to, as the ICE agent names it. */
public final class LocalAddresses {
    private final List<InetSocketAddress> addresses;
    private final long[] highs;
    private final long[] lows;

    public LocalAddresses(List<InetSocketAddress> addresses) {
        this.addresses = List.copyOf(addresses);
        highs = new long[addresses.size()];
        lows = new long[addresses.size()];
        try (Slab memory = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            for (int i = 0; i < highs.length; i++) {
                SocketAddresses.writeLocal(memory.address(), addresses.get(i).getAddress());
                highs[i] = SocketAddresses.localHigh(memory.address());
                lows[i] = SocketAddresses.localLow(memory.address());
            }
        }
    }

    /**
     * Ours of a tuple in native memory: one of the candidates, or an address that came to this machine later or is not
     * offered. Where the port does not know, the first candidate of the remote address's family stands for it.
     */
    public InetSocketAddress of(long tuple, InetSocketAddress remote) {
        if (!SocketAddresses.hasLocal(tuple)) {
            return towards(remote);
        }
        InetSocketAddress shared = ofShared(tuple);
        int uniquePort = SocketAddresses.uniquePort(tuple);
        return uniquePort == 0 ? shared : new InetSocketAddress(shared.getAddress(), uniquePort);
    }

    private InetSocketAddress ofShared(long tuple) {
        long high = SocketAddresses.localHigh(tuple);
        long low = SocketAddresses.localLow(tuple);
        for (int i = 0; i < highs.length; i++) {
            if (lows[i] == low && highs[i] == high) {
                return addresses.get(i);
            }
        }
        return new InetSocketAddress(
                SocketAddresses.readLocal(tuple), addresses.get(0).getPort());
    }

    private InetSocketAddress towards(InetSocketAddress remote) {
        boolean v4 = remote.getAddress() instanceof Inet4Address;
        for (InetSocketAddress address : addresses) {
            if (address.getAddress() instanceof Inet4Address == v4) {
                return address;
            }
        }
        return addresses.get(0);
    }
}
