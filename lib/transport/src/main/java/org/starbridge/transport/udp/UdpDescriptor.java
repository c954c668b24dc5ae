package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.LibC;

/**
 * The file descriptor of a UDP socket on Linux: opened, configured and bound. Opened by any thread, then owned by one.
 */
final class UdpDescriptor implements AutoCloseable {
    private static final int MEMINFO_DROPS_OFFSET = 8 * 4;
    private static final int SCRATCH_BYTES = 256;

    private final LibC libC = new LibC();
    private final Slab scratch = Slab.allocate(SCRATCH_BYTES);
    private final int fd;
    private final boolean dualStack;

    /** @param mayBeV6 whether the machine may have IPv6 */
    UdpDescriptor(InetSocketAddress local, boolean mayBeV6) throws IOException {
        boolean wildcardOrV6 = local.getAddress().isAnyLocalAddress() || !(local.getAddress() instanceof Inet4Address);
        int opened = wildcardOrV6 && mayBeV6 ? libC.socket(SocketAddresses.AF_INET6, type()) : -1;
        dualStack = opened >= 0;
        fd = dualStack ? opened : libC.socket(SocketAddresses.AF_INET, type());
        if (fd < 0) {
            int errno = libC.errno();
            libC.close();
            scratch.close();
            throw new IOException("cannot open a UDP socket: errno " + errno);
        }
    }

    /** One that was opened, configured and bound by another process. */
    UdpDescriptor(int adopted) {
        fd = adopted;
        long at = scratch.address();
        Memory.putNativeInt(at + SocketAddresses.SIZE_BYTES, SocketAddresses.SIZE_BYTES);
        libC.getsockname(fd, at, at + SocketAddresses.SIZE_BYTES);
        dualStack = (Memory.nativeInt(at) & 0xFFFF) == SocketAddresses.AF_INET6;
    }

    private static int type() {
        return LibC.SOCK_DGRAM | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
    }

    int fd() {
        return fd;
    }

    /** The calls of the owner's thread. */
    LibC libC() {
        return libC;
    }

    /** Sets the options, binds, and returns the address with the port that was given. */
    InetSocketAddress bind(InetSocketAddress local, UdpSocket.Sharing sharing, UdpSocket.Buffers buffers)
            throws IOException {
        if (dualStack) {
            setOption(LibC.IPPROTO_IPV6, LibC.IPV6_V6ONLY, 0);
        }
        if (sharing == UdpSocket.Sharing.REUSE_PORT) {
            share();
        }
        askForBuffers(buffers);
        setOption(LibC.SOL_SOCKET, LibC.SO_TIMESTAMPNS, 1);
        setOption(LibC.SOL_SOCKET, LibC.SO_RXQ_OVFL, 1);
        if (local.getAddress().isAnyLocalAddress()) {
            askForLocalAddresses();
        }
        bindTo(local);
        return boundAddress();
    }

    /** Lets other sockets bind the same port. */
    void share() throws IOException {
        setOption(LibC.SOL_SOCKET, LibC.SO_REUSEPORT, 1);
    }

    private void setOption(int level, int option, int value) throws IOException {
        if (!trySetOption(level, option, value)) {
            throw new IOException("socket option " + level + "/" + option + " refused: errno " + libC.errno());
        }
    }

    private boolean trySetOption(int level, int option, int value) {
        Memory.putNativeInt(scratch.address(), value);
        return libC.setsockopt(fd, level, option, scratch.address(), 4) == 0;
    }

    /** FORCE may pass net.core.rmem_max but needs a privilege; without it the kernel cuts the wish silently. */
    private void askForBuffers(UdpSocket.Buffers wanted) {
        if (!trySetOption(LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, wanted.receiveBytes())) {
            trySetOption(LibC.SOL_SOCKET, LibC.SO_RCVBUF, wanted.receiveBytes());
        }
        if (!trySetOption(LibC.SOL_SOCKET, LibC.SO_SNDBUFFORCE, wanted.sendBytes())) {
            trySetOption(LibC.SOL_SOCKET, LibC.SO_SNDBUF, wanted.sendBytes());
        }
    }

    /** Returns whether the kernel knows {@code UDP_SEGMENT}. */
    boolean hasSegmentation() {
        return trySetOption(LibC.SOL_UDP, LibC.UDP_SEGMENT, 0); // 0 = only where a message asks for it
    }

    /** The receive buffer that the kernel granted. */
    int receiveBufferBytes() {
        return granted(LibC.SO_RCVBUF);
    }

    /** The send buffer that the kernel granted. */
    int sendBufferBytes() {
        return granted(LibC.SO_SNDBUF);
    }

    private int granted(int option) {
        Memory.putNativeInt(scratch.address() + 8, 4);
        libC.getsockopt(fd, LibC.SOL_SOCKET, option, scratch.address(), scratch.address() + 8);
        return Memory.nativeInt(scratch.address()) / 2; // the kernel doubles the wish for its own bookkeeping
    }

    /** Each datagram comes with the address that it was sent to, so that answers can leave from there. */
    private void askForLocalAddresses() throws IOException {
        if (dualStack) {
            setOption(LibC.IPPROTO_IPV6, LibC.IPV6_RECVPKTINFO, 1);
        } else {
            setOption(LibC.IPPROTO_IP, LibC.IP_PKTINFO, 1);
        }
    }

    private void bindTo(InetSocketAddress local) throws IOException {
        long at = scratch.address();
        if (local.getAddress().isAnyLocalAddress()) { // "::", or "0.0.0.0" on a machine without IPv6
            writeDestination(at, new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), local.getPort()));
            if (dualStack) {
                Memory.fill(at + 8, 16, 0); // not the IPv4-mapped wildcard, which would hear IPv4 only
            }
        } else {
            writeDestination(at, local);
        }
        if (libC.bind(fd, at, SocketAddresses.lengthBytes(at)) != 0) {
            int errno = libC.errno();
            throw errno == LibC.EADDRINUSE
                    ? new BindException("UDP port " + local.getPort() + " is in use")
                    : new IOException("cannot bind UDP " + local + ": errno " + errno);
        }
    }

    InetSocketAddress boundAddress() {
        long at = scratch.address();
        Memory.putNativeInt(at + SocketAddresses.SIZE_BYTES, SocketAddresses.SIZE_BYTES);
        libC.getsockname(fd, at, at + SocketAddresses.SIZE_BYTES);
        return SocketAddresses.read(at);
    }

    /** As {@link DatagramPort#writeDestination}. */
    void writeDestination(long address, InetSocketAddress to) {
        if (dualStack) {
            SocketAddresses.writeV6(address, to);
        } else {
            SocketAddresses.writeV4(address, to);
        }
    }

    /** {@code recvmmsg}: how many datagrams came; 0 or less when none did. */
    int receive(ReceiveBatch batch) {
        return libC.recvmmsg(fd, batch.messages(), batch.capacity());
    }

    /** The wall clock. */
    long wallNs() {
        libC.realtime(scratch.address());
        return Memory.nativeLong(scratch.address()) * 1_000_000_000L + Memory.nativeLong(scratch.address() + 8);
    }

    /** Returns the number of datagrams that the kernel has dropped ({@code SO_MEMINFO}); 0 when it does not say. */
    long kernelDrops() {
        Memory.putNativeInt(scratch.address() + 128, 64);
        return libC.getsockopt(fd, LibC.SOL_SOCKET, LibC.SO_MEMINFO, scratch.address(), scratch.address() + 128) == 0
                ? Memory.nativeInt(scratch.address() + MEMINFO_DROPS_OFFSET) & 0xFFFF_FFFFL
                : 0;
    }

    /** Call it once. */
    @Override
    public void close() {
        libC.close(fd);
        libC.close();
        scratch.close();
    }
}
