package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.starbridge.transport.platform.Poller;
import org.starbridge.transport.platform.Sleeper;

/**
 * A UDP socket of the C library on Linux: {@code recvmmsg} and {@code sendmmsg}, kernel receive timestamps, kernel drop
 * counts. One socket receives on all local addresses. The kernel says for each datagram which of them it came to, and
 * gets for each the one that it leaves from. Opened by any thread, then owned by one.
 */
public final class NativeUdpSocket implements UdpSocket {
    private final UdpDescriptor descriptor;
    private final InetSocketAddress localAddress;
    private final int receiveBufferBytes;
    private final int sendBufferBytes;
    private final ReceivedMessages received;
    private long kernelDrops;
    private final SendFaults sendFaults;
    private final IoCounts counts;
    private final GsoLimits runLimits;
    private final BatchSender sender;
    private boolean closed;

    private NativeUdpSocket(
            InetSocketAddress local, Sharing sharing, Buffers buffers, boolean mayBeV6, GsoLimits runLimits)
            throws IOException {
        this(local, sharing, buffers, mayBeV6, new Tally(runLimits, new SendFaults(), new IoCounts()));
    }

    /** Parts that sockets of one thread may have in common. */
    private record Tally(GsoLimits runLimits, SendFaults sendFaults, IoCounts counts) {}

    private NativeUdpSocket(InetSocketAddress local, Sharing sharing, Buffers buffers, boolean mayBeV6, Tally tally)
            throws IOException {
        runLimits = tally.runLimits;
        sendFaults = tally.sendFaults;
        counts = tally.counts;
        descriptor = new UdpDescriptor(local, mayBeV6);
        sender = new BatchSender(descriptor.libC(), descriptor.fd(), runLimits, sendFaults, counts);
        try {
            localAddress = descriptor.bind(local, sharing, buffers);
            receiveBufferBytes = descriptor.receiveBufferBytes();
            sendBufferBytes = descriptor.sendBufferBytes();
            received = new ReceivedMessages(descriptor, localAddress.getAddress());
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private NativeUdpSocket(int adopted, GsoLimits limits) {
        runLimits = limits;
        sendFaults = new SendFaults();
        counts = new IoCounts();
        descriptor = new UdpDescriptor(adopted);
        sender = new BatchSender(descriptor.libC(), descriptor.fd(), runLimits, sendFaults, counts);
        localAddress = descriptor.boundAddress();
        receiveBufferBytes = descriptor.receiveBufferBytes();
        sendBufferBytes = descriptor.sendBufferBytes();
        received = new ReceivedMessages(descriptor, localAddress.getAddress());
    }

    /** The socket behind a descriptor that another process opened and passed. */
    static NativeUdpSocket adopt(int descriptor) {
        return new NativeUdpSocket(
                descriptor,
                GsoProbe.WHY_NOT.map(GsoLimits::singly).orElseGet(() -> GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS)));
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
    public Optional<DatagramPort> openUnique() throws IOException {
        return Optional.of(new NativeUdpSocket(
                new InetSocketAddress(localAddress.getAddress(), 0),
                Sharing.EXCLUSIVE,
                new Buffers(receiveBufferBytes, sendBufferBytes),
                true,
                new Tally(runLimits, sendFaults, counts)));
    }

    /** Its file descriptor, for a poller. */
    int fd() {
        return descriptor.fd();
    }

    @Override
    public void share() throws IOException {
        descriptor.share();
    }

    /** Returns why the kernel has no GSO batches; empty if it knows them, which is not yet to say that they arrive. */
    Optional<String> whyNoRuns() {
        return descriptor.hasSegmentation()
                ? Optional.empty()
                : Optional.of("the kernel does not support UDP_SEGMENT: errno "
                        + descriptor.libC().errno());
    }

    @Override
    public void writeDestination(long address, InetSocketAddress to) {
        descriptor.writeDestination(address, to);
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
        return new Poller(descriptor.fd());
    }

    @Override
    public int receive(ReceiveBatch batch) {
        batch.restoreLengths(); // the kernel wrote what it used over what there is
        int count = descriptor.receive(batch);
        counts.onReceiveCall(Math.max(0, count));
        if (count <= 0) {
            batch.clear();
            return 0;
        }
        received.read(batch, count);
        return count;
    }

    @Override
    public int send(SendBatch batch) {
        return sender.send(batch);
    }

    /** {@code SO_RXQ_OVFL} arrives only with a later datagram; {@code SO_MEMINFO} knows the same counter at once. */
    @Override
    public long kernelDrops() {
        long drops = Math.max(kernelDrops, received.overflowDrops());
        kernelDrops = closed ? drops : Math.max(drops, descriptor.kernelDrops());
        return kernelDrops;
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
        return new Poller(
                sockets.stream().mapToInt(socket -> socket.descriptor.fd()).toArray());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            descriptor.close();
        }
    }
}
