package org.starbridge.transport.udp;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * Remembers the Java form of the destinations that were used last, so that a send does not allocate it again. Each
 * destination has one place, by its hash; another with the same place takes it over, so memory is bounded however many
 * send to us from how many addresses. Owned by its socket's thread.
 */
final class JavaAddresses {
    /** A worker has some hundred receivers; two of 500 share a place with one of ten. 200 KiB with its entries full. */
    static final int PLACES = 4096;

    private final long[] highs = new long[PLACES];
    private final long[] lows = new long[PLACES];
    private final long[] scopesAndPorts = new long[PLACES];
    private final @Nullable InetSocketAddress[] addresses = new InetSocketAddress[PLACES];

    /** The destination at {@code address} in native memory, as {@link SocketAddresses#writeV6} wrote it. */
    InetSocketAddress at(long address) {
        long high = SocketAddresses.high(address);
        long low = SocketAddresses.low(address);
        long scopeAndPort =
                (long) Memory.nativeInt(address + SocketAddresses.SCOPE_OFFSET) << 16 | SocketAddresses.port(address);
        int place = place(high, low, scopeAndPort);
        InetSocketAddress known = addresses[place];
        if (known != null && highs[place] == high && lows[place] == low && scopesAndPorts[place] == scopeAndPort) {
            return known;
        }
        InetSocketAddress read = SocketAddresses.read(address);
        highs[place] = high;
        lows[place] = low;
        scopesAndPorts[place] = scopeAndPort;
        addresses[place] = read;
        return read;
    }

    private static int place(long high, long low, long scopeAndPort) {
        long mixed = (high * 31 + low) * 31 + scopeAndPort;
        mixed = (mixed ^ mixed >>> 32) * 0x9E37_79B9_7F4A_7C15L; // Fibonacci hashing: the upper bits are well mixed
        return (int) (mixed >>> 52);
    }
}
