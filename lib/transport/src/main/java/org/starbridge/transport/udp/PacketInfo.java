package org.starbridge.transport.udp;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.platform.LibC;

/**
 * The control messages by which the kernel tells which of our addresses a datagram was sent to, and by which we tell it
 * which one to send from: {@code IPV6_PKTINFO} (RFC 3542 section 6), which carries IPv4-mapped addresses too on a
 * dual-stack socket, and {@code IP_PKTINFO} on a socket that speaks IPv4 only. No state.
 *
 * <pre>
 *   struct cmsghdr { size_t len; int level; int type; }             16 bytes, then
 *   struct in6_pktinfo { 16 bytes of address; int interface; }      20 bytes, or
 *   struct in_pktinfo { int interface; 4 bytes of our address; 4 bytes of the header's destination; }
 * </pre>
 */
final class PacketInfo {
    private static final int HEADER_BYTES = 16;
    private static final int V6_BYTES = 20;
    private static final int V4_BYTES = 12;

    private PacketInfo() {}

    /** Returns whether the control message at {@code at} is one of these. */
    static boolean isAt(long at) {
        int level = Memory.nativeInt(at + 8);
        int type = Memory.nativeInt(at + 12);
        return (level == LibC.IPPROTO_IPV6 && type == LibC.IPV6_PKTINFO)
                || (level == LibC.IPPROTO_IP && type == LibC.IP_PKTINFO);
    }

    /** Copies our address from the control message at {@code at} to where {@code remote} keeps it. */
    static void read(long at, long remote) {
        if (Memory.nativeInt(at + 8) == LibC.IPPROTO_IPV6) {
            Memory.copy(at + HEADER_BYTES, remote + SocketAddresses.LOCAL_OFFSET, 16);
        } else {
            SocketAddresses.writeLocal(remote, 0, SocketAddresses.MAPPED_PREFIX | Memory.u32(at + HEADER_BYTES + 4));
        }
    }

    /**
     * Writes the control message that makes a datagram leave from our address in {@code destination}. The interface
     * stays the routing table's choice.
     *
     * @return its length, 36 or, for IPv4 only, 28, if it is the only one: the kernel keeps that much on its stack, and
     *     would allocate for the padding; another one may follow at the next multiple of 8
     */
    static long write(long at, long destination) {
        long local = destination + SocketAddresses.LOCAL_OFFSET;
        int lengthBytes = lengthBytes(destination);
        if (Memory.nativeU16(destination) == SocketAddresses.AF_INET6) {
            header(at, lengthBytes, LibC.IPPROTO_IPV6, LibC.IPV6_PKTINFO);
            Memory.putNativeLong(at + HEADER_BYTES, Memory.nativeLong(local));
            Memory.putNativeLong(at + HEADER_BYTES + 8, Memory.nativeLong(local + 8));
            Memory.putNativeInt(at + HEADER_BYTES + 16, 0);
        } else {
            header(at, lengthBytes, LibC.IPPROTO_IP, LibC.IP_PKTINFO);
            Memory.putNativeInt(at + HEADER_BYTES, 0);
            Memory.putNativeInt(at + HEADER_BYTES + 4, Memory.nativeInt(local + 12));
            Memory.putNativeInt(at + HEADER_BYTES + 8, 0);
        }
        return lengthBytes;
    }

    /** The length that {@link #write} returns, by the family of {@code destination}. */
    static int lengthBytes(long destination) {
        return HEADER_BYTES + (Memory.nativeU16(destination) == SocketAddresses.AF_INET6 ? V6_BYTES : V4_BYTES);
    }

    private static void header(long at, int lengthBytes, int level, int type) {
        Memory.putNativeLong(at, lengthBytes);
        Memory.putNativeInt(at + 8, level);
        Memory.putNativeInt(at + 12, type);
    }
}
