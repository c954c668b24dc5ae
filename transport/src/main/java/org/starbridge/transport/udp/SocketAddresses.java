package org.starbridge.transport.udp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.starbridge.rtp.memory.Memory;

/**
 * Reads and writes the C library's {@code sockaddr_in} and {@code sockaddr_in6} (Linux layout). An address takes {@link
 * #SIZE_BYTES} in native memory whatever its family. IPv4 on a dual-stack socket is IPv4-mapped IPv6 (RFC 4291 section
 * 2.5.5.2), and is compared as such: an address is the same wherever it was heard.
 */
public final class SocketAddresses {
    /** Room for either family, aligned. */
    public static final int SIZE_BYTES = 32;

    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCKADDR_IN_BYTES = 16;
    static final int SOCKADDR_IN6_BYTES = 28;

    private static final long MAPPED_PREFIX = 0xFFFF_0000_0000L;

    private SocketAddresses() {}

    /** Writes {@code to} as a {@code sockaddr_in6}, IPv4 as IPv4-mapped. */
    public static void writeV6(long address, InetSocketAddress to) {
        Memory.fill(address, SIZE_BYTES, 0);
        Memory.putNativeU16(address, AF_INET6);
        Memory.put16(address + 2, to.getPort());
        byte[] ip = to.getAddress().getAddress();
        if (ip.length == 4) {
            Memory.put16(address + 18, 0xFFFF);
            Memory.copyIn(ip, 0, address + 20, 4);
        } else {
            Memory.copyIn(ip, 0, address + 8, 16);
            if (to.getAddress() instanceof java.net.Inet6Address v6) {
                Memory.putNativeInt(address + 24, v6.getScopeId());
            }
        }
    }

    /** Writes {@code to}, which must be IPv4, as a {@code sockaddr_in}. */
    static void writeV4(long address, InetSocketAddress to) {
        if (!(to.getAddress() instanceof Inet4Address)) {
            throw new IllegalArgumentException(to + " on an IPv4-only socket");
        }
        Memory.fill(address, SIZE_BYTES, 0);
        Memory.putNativeU16(address, AF_INET);
        Memory.put16(address + 2, to.getPort());
        Memory.copyIn(to.getAddress().getAddress(), 0, address + 4, 4);
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

    /** The port, 0 to 65535. */
    public static int port(long address) {
        return Memory.u16(address + 2);
    }

    /** A Java copy; IPv4-mapped addresses come back as IPv4. Allocates. */
    public static InetSocketAddress read(long address) {
        byte[] ip;
        int scope = 0;
        if (Memory.nativeU16(address) == AF_INET) {
            ip = Memory.copyOf(address + 4, 4);
        } else {
            ip = Memory.copyOf(address + 8, 16);
            scope = Memory.nativeInt(address + 24);
        }
        try {
            InetAddress host = scope <= 0 // Java takes a negative one for none
                    ? InetAddress.getByAddress(ip) // turns IPv4-mapped into IPv4
                    : java.net.Inet6Address.getByAddress(null, ip, scope);
            return new InetSocketAddress(host, port(address));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are always an address", e);
        }
    }
}
