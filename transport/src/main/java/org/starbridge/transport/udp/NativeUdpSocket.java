package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.LibC;
import org.starbridge.transport.platform.Poller;
import org.starbridge.transport.platform.Sleeper;

/**
 * A UDP socket of the C library on Linux: {@code recvmmsg} and {@code sendmmsg}, kernel receive timestamps, kernel drop
 * counts. One socket hears all local addresses, is told for each datagram which one it came to, and tells for each which
 * one it leaves from. Opened by any thread, then owned by one.
 */
public final class NativeUdpSocket implements UdpSocket {
    private static final int CLOCK_READINGS = 3;
    private static final int MEMINFO_DROPS_OFFSET = 8 * 4;
    private static final int SCRATCH_BYTES = 256;

    private final LibC libC = new LibC();
    private final Slab scratch = Slab.allocate(SCRATCH_BYTES);
    private final int fd;
    private final boolean dualStack;
    private final InetSocketAddress localAddress;
    /** The one address of ours that datagrams can come to; 0 when the kernel tells it for each. */
    private final long boundHigh;

    private final long boundLow;
    private final int receiveBufferBytes;
    private final int sendBufferBytes;
    private final ArrivalClock clock = new ArrivalClock();
    private long overflowDrops;
    private final SendFaults sendFaults = new SendFaults();
    private final IoCounts counts = new IoCounts();
    private final GsoLimits runLimits;
    private final BatchSender sender;
    private boolean closed;

    private NativeUdpSocket(
            InetSocketAddress local, Sharing sharing, Buffers buffers, boolean mayBeV6, GsoLimits runLimits)
            throws IOException {
        this.runLimits = runLimits;
        boolean wildcardOrV6 = local.getAddress().isAnyLocalAddress() || !(local.getAddress() instanceof Inet4Address);
        int opened = wildcardOrV6 && mayBeV6 ? libC.socket(SocketAddresses.AF_INET6, type()) : -1;
        dualStack = opened >= 0;
        fd = dualStack ? opened : libC.socket(SocketAddresses.AF_INET, type());
        if (fd < 0) {
            int errno = libC.errno();
            libC.close();
            scratch.close();
            throw new IOException("no UDP socket to be had: errno " + errno);
        }
        sender = new BatchSender(libC, fd, runLimits, sendFaults, counts);
        try {
            if (dualStack) {
                setOption(LibC.IPPROTO_IPV6, LibC.IPV6_V6ONLY, 0);
            }
            if (sharing == Sharing.REUSE_PORT) {
                setOption(LibC.SOL_SOCKET, LibC.SO_REUSEPORT, 1);
            }
            askForBuffers(buffers);
            receiveBufferBytes = granted(LibC.SO_RCVBUF);
            sendBufferBytes = granted(LibC.SO_SNDBUF);
            setOption(LibC.SOL_SOCKET, LibC.SO_TIMESTAMPNS, 1);
            setOption(LibC.SOL_SOCKET, LibC.SO_RXQ_OVFL, 1);
            if (local.getAddress().isAnyLocalAddress()) {
                askForLocalAddresses();
            }
            bind(local);
            localAddress = boundAddress();
            SocketAddresses.writeLocal(scratch.address(), localAddress.getAddress());
            boundHigh = SocketAddresses.localHigh(scratch.address());
            boundLow = SocketAddresses.localLow(scratch.address());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** As {@link UdpIo#open}; for who needs the native way by type. */
    public static NativeUdpSocket open(InetSocketAddress local, Sharing sharing, Buffers buffers) throws IOException {
        GsoLimits limits =
                GsoProbe.WHY_NOT.map(GsoLimits::singly).orElseGet(() -> GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS));
        return open(local, sharing, buffers, limits);
    }

    /** With limits of the caller's choice, whatever the kernel can. */
    static NativeUdpSocket open(InetSocketAddress local, Sharing sharing, Buffers buffers, GsoLimits runLimits)
            throws IOException {
        return new NativeUdpSocket(local, sharing, buffers, true, runLimits);
    }

    /** As on a machine without IPv6. */
    static NativeUdpSocket openIpv4Only(InetSocketAddress local, Sharing sharing, Buffers buffers, GsoLimits runLimits)
            throws IOException {
        return new NativeUdpSocket(local, sharing, buffers, false, runLimits);
    }

    @Override
    public void share() throws IOException {
        setOption(LibC.SOL_SOCKET, LibC.SO_REUSEPORT, 1);
    }

    /** Why the kernel has no runs; empty if it knows them, which is not yet to say that they arrive. */
    Optional<String> whyNoRuns() {
        return trySetOption(LibC.SOL_UDP, LibC.UDP_SEGMENT, 0) // 0 = no runs but those that a message asks for
                ? Optional.empty()
                : Optional.of("the kernel does not know UDP_SEGMENT: errno " + libC.errno());
    }

    private static int type() {
        return LibC.SOCK_DGRAM | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
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
    private void askForBuffers(Buffers wanted) {
        if (!trySetOption(LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, wanted.receiveBytes())) {
            trySetOption(LibC.SOL_SOCKET, LibC.SO_RCVBUF, wanted.receiveBytes());
        }
        if (!trySetOption(LibC.SOL_SOCKET, LibC.SO_SNDBUFFORCE, wanted.sendBytes())) {
            trySetOption(LibC.SOL_SOCKET, LibC.SO_SNDBUF, wanted.sendBytes());
        }
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

    private void bind(InetSocketAddress local) throws IOException {
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

    private InetSocketAddress boundAddress() {
        long at = scratch.address();
        Memory.putNativeInt(at + SocketAddresses.SIZE_BYTES, SocketAddresses.SIZE_BYTES);
        libC.getsockname(fd, at, at + SocketAddresses.SIZE_BYTES);
        return SocketAddresses.read(at);
    }

    @Override
    public void writeDestination(long address, InetSocketAddress to) {
        if (dualStack) {
            SocketAddresses.writeV6(address, to);
        } else {
            SocketAddresses.writeV4(address, to);
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public int receiveBufferBytes() {
        return receiveBufferBytes;
    }

    @Override
    public int sendBufferBytes() {
        return sendBufferBytes;
    }

    @Override
    public Sleeper sleeper() {
        return new Poller(fd);
    }

    @Override
    public int receive(ReceiveBatch batch) {
        batch.restoreLengths(); // the kernel wrote what it used over what there is
        int count = libC.recvmmsg(fd, batch.messages(), batch.capacity());
        counts.onReceiveCall(Math.max(0, count));
        if (count <= 0) {
            batch.clear();
            return 0;
        }
        readClocks(count < batch.capacity());
        for (int i = 0; i < count; i++) {
            long message = batch.message(i);
            boolean cut = (Memory.nativeInt(message + 48) & LibC.MSG_TRUNC) != 0;
            batch.set(i, cut ? -1 : Memory.nativeInt(message + 56), readControl(batch, i));
        }
        batch.size(count);
        return count;
    }

    private void readClocks(boolean hasEmptied) {
        long nowNs = System.nanoTime();
        clock.onReceived(nowNs, hasEmptied);
        if (clock.isOff(nowNs, wallNs())) {
            measureClocks(nowNs);
        }
    }

    /** A thread can lose its core between two clocks: of a few readings the closest pair counts. */
    private void measureClocks(long nowNs) {
        long narrowestNs = Long.MAX_VALUE;
        long offsetNs = 0;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long beforeNs = System.nanoTime();
            long wallNs = wallNs();
            long widthNs = System.nanoTime() - beforeNs;
            if (widthNs < narrowestNs) {
                narrowestNs = widthNs;
                offsetNs = wallNs - beforeNs - widthNs / 2;
            }
        }
        clock.onMeasured(nowNs, offsetNs);
    }

    private long wallNs() {
        libC.realtime(scratch.address());
        return Memory.nativeLong(scratch.address()) * 1_000_000_000L + Memory.nativeLong(scratch.address() + 8);
    }

    private long readControl(ReceiveBatch batch, int i) {
        long arrivalNs = clock.nowNs();
        SocketAddresses.writeLocal(batch.remote(i), boundHigh, boundLow);
        long at = batch.control(i);
        long end = at + Memory.nativeLong(batch.message(i) + 40);
        while (at + 16 <= end) { // struct cmsghdr: length, level, type, then data
            long length = Memory.nativeLong(at);
            if (length < 16) {
                break;
            }
            if (Memory.nativeInt(at + 8) == LibC.SOL_SOCKET) {
                int type = Memory.nativeInt(at + 12);
                if (type == LibC.SO_TIMESTAMPNS) {
                    arrivalNs =
                            clock.arrivalNs(Memory.nativeLong(at + 16) * 1_000_000_000L + Memory.nativeLong(at + 24));
                } else if (type == LibC.SO_RXQ_OVFL) {
                    overflowDrops = Math.max(overflowDrops, Memory.nativeInt(at + 16) & 0xFFFF_FFFFL);
                }
            } else if (PacketInfo.isAt(at)) {
                PacketInfo.read(at, batch.remote(i));
            }
            at += (length + 7) & ~7L;
        }
        return arrivalNs;
    }

    @Override
    public int send(SendBatch batch) {
        return sender.send(batch);
    }

    /** {@code SO_RXQ_OVFL} arrives only with a later datagram; {@code SO_MEMINFO} knows the same counter at once. */
    @Override
    public long kernelDrops() {
        if (closed) {
            return overflowDrops;
        }
        Memory.putNativeInt(scratch.address() + 128, 64);
        if (libC.getsockopt(fd, LibC.SOL_SOCKET, LibC.SO_MEMINFO, scratch.address(), scratch.address() + 128) == 0) {
            overflowDrops =
                    Math.max(overflowDrops, Memory.nativeInt(scratch.address() + MEMINFO_DROPS_OFFSET) & 0xFFFF_FFFFL);
        }
        return overflowDrops;
    }

    @Override
    public SendFaults sendFaults() {
        return sendFaults;
    }

    @Override
    public GsoLimits runLimits() {
        return runLimits;
    }

    @Override
    public IoCounts counts() {
        return counts;
    }

    /** Watches all of {@code sockets}; each is named by its index in what {@link Poller#readyIndex} returns. */
    public static Poller poller(List<NativeUdpSocket> sockets) {
        return new Poller(sockets.stream().mapToInt(socket -> socket.fd).toArray());
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        libC.close(fd);
        libC.close();
        scratch.close();
    }
}
