package org.starbridge.benchmarks.floor;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.ice.StunPeek;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.platform.Sleeper;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.udp.IoTotals;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SocketAddresses;
import org.starbridge.transport.udp.UdpSocket;

/**
 * The floor's one media thread: reads its socket, forwards what came, and keeps ICE and DTLS fed. All methods but
 * {@link #post}, {@link #candidate}, {@link #figures} and {@link #close} are for that thread.
 *
 * <p>It looks into packets as little as joining and measuring allow. A client is known by its port alone, as all are on
 * this machine. The Hammer recognises packets by payload, so one payload in {@code decryptEvery} is decrypted and the
 * others go on as the ciphertext they came as: in a conference of 25 that is 3 ns for each forwarded packet.
 */
final class FloorLoop implements AutoCloseable {
    /** The bridge's sizes. */
    private static final int RECEIVE_BATCH = 64;

    private static final int MAX_BATCHES_PER_CYCLE = 8;
    private static final int SEND_BATCH = 128;
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(10 << 20, 10 << 20);
    private static final long TIMERS_EVERY_NS = 5_000_000;
    private static final long FIGURES_EVERY_NS = 100_000_000;
    private static final int TAG_BYTES = 16;

    private final NativeUdpSocket socket;
    private final InetSocketAddress candidate;
    private final int decryptEvery;
    private final FanOut fanOut;
    private final Sleeper sleeper;
    private final Thread thread;
    /** One for each look at the socket in a cycle: what came stays there until it is sent. */
    private final ReceiveBatch[] received = new ReceiveBatch[MAX_BATCHES_PER_CYCLE];

    private final ConcurrentLinkedQueue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Map<String, FloorEndpoint> byUfrag = new HashMap<>();
    private final @Nullable FloorEndpoint[] byPort = new @Nullable FloorEndpoint[1 << 16];
    private final List<FloorEndpoint> endpoints = new ArrayList<>();
    private final List<FloorConference> touched = new ArrayList<>();
    private long nextTimersNs;
    private long nextFiguresNs;
    private long packetsReceived;
    private long passes;
    private volatile Figures figures = new Figures(0, 0, 0, 0, IoTotals.none());
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    /** Figures of what it has done so far, at most about {@value #FIGURES_EVERY_NS} ns old. */
    record Figures(long packetsReceived, long passes, long waitsForSocket, long allocatedBytes, IoTotals io) {}

    /**
     * Opens the socket and starts the thread.
     *
     * @param address the address of ours that clients get
     */
    FloorLoop(InetAddress address, FloorSettings settings) throws IOException {
        decryptEvery = settings.decryptEvery();
        Arrays.setAll(received, i -> new ReceiveBatch(RECEIVE_BATCH));
        // The wildcard, as the bridge: the same control messages come with each datagram and go with each.
        InetSocketAddress any = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), settings.mediaPort());
        socket = NativeUdpSocket.open(any, UdpSocket.Sharing.EXCLUSIVE, BUFFERS);
        candidate = new InetSocketAddress(address, socket.localAddress().getPort());
        fanOut = new FanOut(socket, settings.grouping(), SEND_BATCH);
        sleeper = socket.sleeper();
        thread = Thread.ofPlatform().name("floor").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns the address at which clients find it. */
    InetSocketAddress candidate() {
        return candidate;
    }

    Figures figures() {
        return figures;
    }

    /** Returns why it has stopped by itself, or null. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Runs a task on the floor's thread soon; any thread. */
    void post(Runnable task) {
        commands.add(task);
        sleeper.wake();
    }

    private void run() {
        try {
            while (!stopped) {
                cycle();
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            endpoints.forEach(FloorEndpoint::close);
            fanOut.close();
            for (ReceiveBatch batch : received) {
                batch.close();
            }
            sleeper.close();
            socket.close();
        }
    }

    private void cycle() {
        long nowNs = System.nanoTime();
        int last = RECEIVE_BATCH;
        for (int look = 0; last > 0 && look < received.length; look++) { // as a worker of the bridge
            last = receive(received[look], nowNs);
        }
        for (int i = 0; i < touched.size(); i++) {
            forward(touched.get(i));
        }
        touched.clear();
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
        if (nowNs >= nextTimersNs) {
            onTime(nowNs);
        }
        fanOut.flush();
        if (last < RECEIVE_BATCH && commands.isEmpty()) {
            sleeper.awaitNs(Math.max(0, nextTimersNs - System.nanoTime())); // as a worker of the bridge
        }
    }

    private int receive(ReceiveBatch batch, long nowNs) {
        int count = socket.receive(batch);
        for (int i = 0; i < count; i++) {
            onDatagram(batch.address(i), batch.lengthBytes(i), batch.remote(i), nowNs);
        }
        return count;
    }

    private void forward(FloorConference conference) {
        fanOut.forward(conference.pass(), conference.endpoints());
        conference.pass().clear();
        passes++;
    }

    private void onTime(long nowNs) {
        nextTimersNs = nowNs + TIMERS_EVERY_NS;
        for (FloorEndpoint endpoint : endpoints) {
            endpoint.onTime(nowNs);
        }
        if (nowNs >= nextFiguresNs) {
            nextFiguresNs = nowNs + FIGURES_EVERY_NS;
            figures = new Figures(
                    packetsReceived,
                    passes,
                    fanOut.waits(),
                    allocatedBytes(),
                    socket.counts().copy());
        }
    }

    /** By this thread; -1 if this machine doesn't tell. */
    private static long allocatedBytes() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean counting
                ? counting.getCurrentThreadAllocatedBytes()
                : -1;
    }

    /** RFC 7983: the first byte tells. */
    private void onDatagram(long address, int lengthBytes, long remote, long nowNs) {
        if (lengthBytes < RtpView.FIXED_HEADER_BYTES) {
            return;
        }
        FloorEndpoint from = byPort[SocketAddresses.port(remote)];
        int first = Memory.u8(address);
        if (first >= 128 && first <= 191) {
            if (from != null && !RtpView.isRtcp(Memory.u8(address + 1))) {
                onMedia(from, address, lengthBytes);
            }
        } else if (first <= 3) {
            String ufrag = StunPeek.localUfrag(address, lengthBytes);
            FloorEndpoint named = ufrag == null ? from : byUfrag.get(ufrag);
            if (named != null) {
                learn(SocketAddresses.port(remote), named);
                named.onStun(address, lengthBytes, remote, nowNs);
            }
        } else if (first >= 20 && first <= 63 && from != null) {
            from.onDtls(Memory.copyOf(address, lengthBytes));
        }
    }

    private void onMedia(FloorEndpoint from, long address, int lengthBytes) {
        int headerBytes = RtpView.headerLengthBytes(address, lengthBytes);
        FloorSource source = from.source(RtpView.ssrc(address));
        int payloadBytes = lengthBytes - headerBytes - TAG_BYTES;
        if (headerBytes < 0 || source == null || payloadBytes < 0) {
            return;
        }
        packetsReceived++;
        long index = source.index(RtpView.sequenceNumber(address));
        ReceiveStream stream = source.received();
        SrtpReceiver srtp = from.receiver();
        if (source.packets() % decryptEvery == 0 && stream != null && srtp != null) {
            srtp.unprotectRtp(stream, address, lengthBytes, headerBytes, address);
        }
        FloorBatch pass = from.conference().pass();
        if (pass.isFull()) {
            forward(from.conference());
        } else if (pass.size() == 0) {
            touched.add(from.conference());
        }
        pass.add(source, index, address, headerBytes, payloadBytes);
    }

    void add(FloorEndpoint endpoint) {
        byUfrag.put(endpoint.credentials().ufrag(), endpoint);
        endpoints.add(endpoint);
        endpoint.conference().endpoints().add(endpoint);
    }

    void remove(FloorEndpoint endpoint) {
        fanOut.flush(); // nothing of it may wait in a slot when its memory goes
        byUfrag.remove(endpoint.credentials().ufrag());
        endpoints.remove(endpoint);
        endpoint.conference().endpoints().remove(endpoint);
        for (int port = 0; port < byPort.length; port++) {
            if (byPort[port] == endpoint) {
                byPort[port] = null;
            }
        }
        endpoint.close();
    }

    /** Datagrams from this port are the endpoint's. */
    void learn(int port, FloorEndpoint endpoint) {
        byPort[port] = endpoint;
    }

    void writeDestination(long address, Tuple tuple) {
        socket.writeDestination(address, tuple.local().getAddress(), tuple.remote());
    }

    void send(byte[] datagram, long destination) {
        fanOut.send(datagram, destination);
    }

    /** Stops the thread, which closes what it owns, and waits for it. */
    @Override
    public void close() {
        stopped = true;
        sleeper.wake();
        try {
            thread.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
