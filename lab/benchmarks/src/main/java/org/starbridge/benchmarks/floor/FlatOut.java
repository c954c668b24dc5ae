package org.starbridge.benchmarks.floor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.Padding;
import org.starbridge.transport.platform.Poller;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.GsoOrder;
import org.starbridge.transport.udp.IoTotals;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SocketAddresses;
import org.starbridge.transport.udp.UdpSocket;

/**
 * The floor without waiting for arrivals: packets of the recorded video's sizes from memory, to sockets that another
 * thread drains, as fast as one thread can, for some seconds. Its figure is the thread's CPU time, so the draining
 * isn't in it; what loopback does in the sender's name, is.
 */
public final class FlatOut implements AutoCloseable {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(4 << 20, 4 << 20);
    private static final int HEADER_BYTES = 24;
    private static final int VERSION_2 = 0x80;
    private static final int SSRC = 0x1234_5678;
    private static final int SEND_BATCH = 128;
    private static final int PACKETS = 256;
    private static final long WARM_UP_NS = 1_500_000_000;

    private final NativeUdpSocket socket;
    private final List<NativeUdpSocket> drained = new ArrayList<>();
    private final List<SrtpSender> senders = new ArrayList<>();
    private final List<SendStream> streams = new ArrayList<>();
    private final Slab destinations;
    private final Slab plaintext = Slab.allocate((long) PACKETS * SendBatch.SLOT_BYTES);
    private final int[] recordedBytes = new int[PACKETS];
    /** With padding. */
    private final int[] payloadBytes = new int[PACKETS];

    private final Poller poller;
    private final Thread drain;
    private volatile boolean stopped;

    /**
     * A figure.
     *
     * @param perReceiver packets that each receiver got in a row
     * @param cpuNs of the sending thread for one packet
     * @param wallNs the same by the clock
     * @param perMessage packets in a message on average
     */
    record Figure(int perReceiver, double cpuNs, double wallNs, long packets, double perMessage) {}

    private FlatOut(int receivers) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 0);
        socket = NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
        destinations = Slab.allocate((long) receivers * SocketAddresses.SIZE_BYTES);
        SrtpCrypto crypto = SrtpCrypto.libcrypto();
        Random random = new Random(1);
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        for (int r = 0; r < receivers; r++) {
            NativeUdpSocket receiver = NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
            drained.add(receiver);
            socket.writeDestination(
                    destination(r),
                    loopback,
                    new InetSocketAddress(loopback, receiver.localAddress().getPort()));
            SrtpSender sender = new SrtpSender(crypto, keys(random), 1);
            senders.add(sender);
            SendStream stream = sender.stream(SSRC);
            if (stream == null) {
                throw new IllegalStateException("no place for the only stream");
            }
            streams.add(stream);
        }
        RecordedStream video = BundledMedia.video();
        for (int i = 0; i < PACKETS; i++) {
            recordedBytes[i] = video.payloadBytes(i % video.packets());
            Memory.put8(packet(i), VERSION_2);
            Memory.put8(packet(i) + 1, 100);
            Memory.put32(packet(i) + 8, SSRC);
        }
        poller = NativeUdpSocket.poller(drained);
        drain = Thread.ofPlatform().name("drain").daemon().start(this::drain);
    }

    private static SrtpKeys keys(Random random) {
        SrtpProfile profile = SrtpProfile.AEAD_AES_128_GCM;
        byte[][] material = {
            new byte[profile.keyLengthBytes()], new byte[profile.saltLengthBytes()],
            new byte[profile.keyLengthBytes()], new byte[profile.saltLengthBytes()]
        };
        for (byte[] each : material) {
            random.nextBytes(each);
        }
        return new SrtpKeys(profile, material[0], material[1], material[2], material[3]);
    }

    private long destination(int receiver) {
        return destinations.address() + (long) receiver * SocketAddresses.SIZE_BYTES;
    }

    private long packet(int i) {
        return plaintext.address() + (long) i * SendBatch.SLOT_BYTES;
    }

    private void drain() {
        try (ReceiveBatch batch = new ReceiveBatch(64)) {
            while (!stopped) {
                int ready = poller.await(10);
                for (int i = 0; i < ready; i++) {
                    while (drained.get(poller.readyIndex(i)).receive(batch) == batch.capacity()) {
                        Thread.onSpinWait();
                    }
                }
            }
        }
    }

    /** Sends for {@code ns}, {@code perReceiver} packets to each receiver in turn. */
    private Figure send(int perReceiver, Grouping grouping, long firstIndex, long ns) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        GsoLimits limits =
                grouping == Grouping.GROUPED ? socket.runLimits() : GsoLimits.singly("the floor in single mode");
        try (SendBatch batch = new SendBatch(SEND_BATCH, limits)) {
            GsoOrder order = new GsoOrder(perReceiver, limits);
            IoTotals before = socket.counts().copy();
            long startNs = System.nanoTime();
            long startCpuNs = threads.getCurrentThreadCpuTime();
            long index = firstIndex;
            long packets = 0;
            while (System.nanoTime() - startNs < ns) {
                arrange(order, index, perReceiver);
                for (int r = 0; r < streams.size(); r++) {
                    for (int at = 0; at < perReceiver; at++) {
                        send(batch, r, index + order.packet(at));
                    }
                }
                index += perReceiver;
                packets += (long) perReceiver * streams.size();
            }
            flush(batch);
            double cpuNs = threads.getCurrentThreadCpuTime() - startCpuNs;
            IoTotals now = socket.counts().copy();
            return new Figure(
                    perReceiver,
                    cpuNs / packets,
                    (double) (System.nanoTime() - startNs) / packets,
                    packets,
                    (double) (now.datagramsSent() - before.datagramsSent())
                            / (now.messagesSent() - before.messagesSent()));
        }
    }

    /** Padding as in the bridge; it is one stream, so its order stays. */
    private void arrange(GsoOrder order, long index, int perReceiver) {
        order.clear();
        for (int i = 0; i < perReceiver; i++) {
            order.add(SSRC, HEADER_BYTES + recordedBytes[(int) ((index + i) % PACKETS)], true);
        }
        order.arrange();
        for (int i = 0; i < perReceiver; i++) {
            int at = (int) ((index + i) % PACKETS);
            int paddingBytes = order.paddingBytes(i);
            payloadBytes[at] = recordedBytes[at] + paddingBytes;
            Memory.put8(packet(at), VERSION_2);
            if (paddingBytes > 0) {
                Padding.write(packet(at), packet(at) + HEADER_BYTES + recordedBytes[at], paddingBytes);
            }
        }
    }

    private void send(SendBatch batch, int receiver, long index) {
        if (batch.isFull()) {
            flush(batch);
        }
        int i = (int) (index % PACKETS);
        long slot = batch.slot();
        long packet = packet(i);
        Memory.copy(packet, slot, HEADER_BYTES);
        Memory.put16(slot + 2, (int) index);
        int length = senders.get(receiver)
                .protectRtp(
                        streams.get(receiver), index, slot, HEADER_BYTES, 0, packet + HEADER_BYTES, payloadBytes[i]);
        batch.commit(length, destination(receiver));
    }

    private void flush(SendBatch batch) {
        while (batch.size() > 0) {
            socket.send(batch);
        }
    }

    @Override
    public void close() {
        stopped = true;
        poller.wake();
        try {
            drain.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        poller.close();
        drained.forEach(NativeUdpSocket::close);
        socket.close();
        senders.forEach(SrtpSender::close);
        destinations.close();
        plaintext.close();
    }

    /**
     * Prints the figures as a JSON object on one line.
     *
     * @param args how many receivers, and for how many milliseconds each figure is measured
     */
    public static void main(String[] args) throws IOException {
        int receivers = Integer.parseInt(args[0]);
        long ns = Long.parseLong(args[1]) * 1_000_000;
        ObjectNode json = new ObjectMapper().createObjectNode();
        try (FlatOut floor = new FlatOut(receivers)) {
            long index = 0;
            floor.send(4, Grouping.GROUPED, index, WARM_UP_NS);
            for (int perReceiver : new int[] {1, 4, 16}) {
                index += 1L << 32; // far above whatever the one before came to: an index is never used twice
                Figure figure = floor.send(perReceiver, Grouping.GROUPED, index, ns);
                json.putObject(Integer.toString(perReceiver))
                        .put("cpuNanos", figure.cpuNs())
                        .put("wallNanos", figure.wallNs())
                        .put("packets", figure.packets())
                        .put("packetsPerMessage", figure.perMessage());
            }
        }
        PrintStream out = System.out;
        out.println(json);
    }
}
