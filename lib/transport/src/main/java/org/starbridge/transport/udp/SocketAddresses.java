package org.starbridge.transport.udp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.starbridge.rtp.memory.Memory;

/**
 * Reads and writes both ends of a UDP flow in native memory: the remote one as the C library's {@code sockaddr_in} or
 * {@code sockaddr_in6} (Linux layout), and behind it our own address, with a port only if that is not the shared one.
 * Together they take {@link #SIZE_BYTES} whatever the family. IPv4 on a dual-stack socket is IPv4-mapped IPv6 (RFC 4291
 * section 2.5.5.2), and is compared as such: an address is the same wherever it was heard.
 *
 * <pre>
 *   0                       28     32                  48
 *   | remote: sockaddr_in(6) | port | local: 16 bytes   |   local all zero: unknown, or the kernel's choice
 *                              our unique port; 0: the shared one
 * </pre>
 */
public final class SocketAddresses {
    /** Room for either family, aligned. */
    public static final int SIZE_BYTES = 48;

    /** Offset of our own address: IPv6 or IPv4-mapped, network order. */
    static final int LOCAL_OFFSET = 32;

    static final int UNIQUE_PORT_OFFSET = 28;
    static final int SCOPE_OFFSET = 24;
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCKADDR_IN_BYTES = 16;
    static final int SOCKADDR_IN6_BYTES = 28;

    static final long MAPPED_PREFIX = 0xFFFF_0000_0000L;

    private SocketAddresses() {}

    /** Writes {@code to} as a {@code sockaddr_in6}, IPv4 as IPv4-mapped, and leaves our own address to the kernel. */
    public static void writeV6(long address, InetSocketAddress to) {
        clear(address);
        Memory.putNativeU16(address, AF_INET6);
        Memory.put16(address + 2, to.getPort());
        byte[] ip = to.getAddress().getAddress();
        if (ip.length == 4) {
            Memory.put16(address + 18, 0xFFFF);
            Memory.copyIn(ip, 0, address + 20, 4);
        } else {
            Memory.copyIn(ip, 0, address + 8, 16);
            if (to.getAddress() instanceof java.net.Inet6Address v6) {
                Memory.putNativeInt(address + SCOPE_OFFSET, v6.getScopeId());
            }
        }
    }

    /** As {@link #writeV6}, with {@code to}, which must be IPv4, as a {@code sockaddr_in}. */
    static void writeV4(long address, InetSocketAddress to) {
        if (!(to.getAddress() instanceof Inet4Address)) {
            throw new IllegalArgumentException(to + " on an IPv4-only socket");
        }
        clear(address);
        Memory.putNativeU16(address, AF_INET);
        Memory.put16(address + 2, to.getPort());
        Memory.copyIn(to.getAddress().getAddress(), 0, address + 4, 4);
    }

    private static void clear(long address) {
        for (int at = 0; at < SIZE_BYTES; at += Long.BYTES) {
            Memory.putNativeLong(address + at, 0);
        }
    }

    /** Writes our own address beside the remote one; a wildcard leaves it to the kernel. */
    public static void writeLocal(long address, InetAddress local) {
        byte[] ip = local.getAddress();
        if (local.isAnyLocalAddress()) {
            writeLocal(address, 0, 0);
        } else if (ip.length == 4) {
            long v4 = (ip[0] & 0xFFL) << 24 | (ip[1] & 0xFF) << 16 | (ip[2] & 0xFF) << 8 | (ip[3] & 0xFF);
            writeLocal(address, 0, MAPPED_PREFIX | v4);
        } else {
            Memory.copyIn(ip, 0, address + LOCAL_OFFSET, 16);
        }
    }

    static void writeLocal(long address, long high, long low) {
        Memory.put64(address + LOCAL_OFFSET, high);
        Memory.put64(address + LOCAL_OFFSET + 8, low);
    }

    /** Writes which of our ports it is: one that a peer has for itself, or 0 for the shared one. */
    public static void writeUniquePort(long address, int port) {
        Memory.putNativeInt(address + UNIQUE_PORT_OFFSET, port);
    }

    /** The port of ours that the peer has for itself; 0 if it is the shared one. */
    public static int uniquePort(long address) {
        return Memory.nativeInt(address + UNIQUE_PORT_OFFSET);
    }

    /** The remote port, and our unique port in the upper half. */
    public static int ports(long address) {
        return port(address) | uniquePort(address) << 16;
    }

    /** The upper half of our own (mapped) IPv6 address; 0 too when it is not known. */
    public static long localHigh(long address) {
        return Memory.i64(address + LOCAL_OFFSET);
    }

    /** The lower half of our own (mapped) IPv6 address; with {@link #localHigh} 0, it is 0 when it is not known. */
    public static long localLow(long address) {
        return Memory.i64(address + LOCAL_OFFSET + 8);
    }

    /** Returns whether the remote address is IPv4, mapped or not. */
    static boolean isV4(long address) {
        return high(address) == 0 && low(address) >>> 32 == 0xFFFF;
    }

    /** Returns whether both ends of two flows are the same, whatever the family they are written in. */
    public static boolean isSame(long one, long other) {
        return low(one) == low(other)
                && ports(one) == ports(other)
                && high(one) == high(other)
                && scope(one) == scope(other)
                && localLow(one) == localLow(other)
                && localHigh(one) == localHigh(other);
    }

    /** Returns whether our own address is known. */
    public static boolean hasLocal(long address) {
        return (Memory.nativeLong(address + LOCAL_OFFSET) | Memory.nativeLong(address + LOCAL_OFFSET + 8)) != 0;
    }

    /**
     * A Java copy of our own address, which must be known; IPv4-mapped ones come back as IPv4, and link-local ones have
     * the scope of the remote one. Allocates.
     */
    public static InetAddress readLocal(long address) {
        byte[] ip = Memory.copyOf(address + LOCAL_OFFSET, 16);
        return host(ip, scope(address));
    }

    /** The length that the C library expects for the address, by its family. */
    static int lengthBytes(long address) {
        return Memory.nativeU16(address) == AF_INET ? SOCKADDR_IN_BYTES : SOCKADDR_IN6_BYTES;
    }

    /** The upper half of the (mapped) IPv6 address. */
    public static long high(long address) {
        return Memory.nativeU16(address) == AF_INET ? 0 : Memory.i64(address + 8);
    }

    /** The lower half of the (mapped) IPv6 address. */
    public static long low(long address) {
        return Memory.nativeU16(address) == AF_INET
                ? MAPPED_PREFIX | Memory.u32(address + 4)
                : Memory.i64(address + 16);
    }

    /** The interface of a link-local address, 0 for others. */
    private static int scope(long address) {
        return Memory.nativeU16(address) == AF_INET ? 0 : Memory.nativeInt(address + SCOPE_OFFSET);
    }

    /** The port, 0 to 65535. */
    public static int port(long address) {
        return Memory.u16(address + 2);
    }

    /** A Java copy of the remote address; IPv4-mapped ones come back as IPv4. Allocates. */
    public static InetSocketAddress read(long address) {
        byte[] ip =
                Memory.nativeU16(address) == AF_INET ? Memory.copyOf(address + 4, 4) : Memory.copyOf(address + 8, 16);
        return new InetSocketAddress(host(ip, scope(address)), port(address));
    }

    private static InetAddress host(byte[] ip, int scope) {
        try {
            return scope <= 0 // Java takes a negative one for none
                    ? InetAddress.getByAddress(ip) // turns IPv4-mapped into IPv4
                    : java.net.Inet6Address.getByAddress(null, ip, scope);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are always an address", e);
        }
    }
}
