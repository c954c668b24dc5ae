package org.starbridge.media.worker;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.TreeMap;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.SimulatedPort;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A Reno-like TCP transfer over the link of a viewer: slow start, congestion avoidance, halving at a loss, and a
 * timeout of 1 s. The sender is behind a perfect network, the receiver shares the viewer's downlink. Looked at each
 * millisecond.
 */
public final class SimulatedTransfer implements AutoCloseable {
    /** With the headers of IP and UDP, which the link adds, 1500 bytes. */
    private static final int SEGMENT_BYTES = 1472;

    private static final int NUMBER_BYTES = 8;
    private static final int REORDERING = 3;
    private static final long TIMEOUT_NS = 1_000_000_000L;
    private static final double FIRST_WINDOW = 10;
    private static final double NO_THRESHOLD = 1e6;

    private final SimulatedPort server;
    private final SimulatedPort client;
    private final ReceiveBatch batch = new ReceiveBatch(64);
    private final TreeMap<Long, Long> inFlight = new TreeMap<>();
    private double window = FIRST_WINDOW;
    private double threshold = NO_THRESHOLD;
    private long nextNumber;
    private long lossHandledBelow;
    private long remaining;
    private long receivedBytes;
    private long progressAtNs;

    SimulatedTransfer(SimulatedNetwork network, InetSocketAddress viewer, int index) {
        server = network.open(new InetSocketAddress(InetAddress.ofLiteral("198.51.100." + (100 + index)), 443));
        client = network.open(new InetSocketAddress(InetAddress.ofLiteral("198.51.101." + (100 + index)), 443));
        network.shareDownlink(viewer, client.localAddress(), (_, _, _) -> {});
    }

    /** Begins to send so many segments; {@link Long#MAX_VALUE} does not end. */
    public void begin(long segments, long nowNs) {
        remaining = segments;
        window = FIRST_WINDOW;
        threshold = NO_THRESHOLD;
        progressAtNs = nowNs;
    }

    /** Takes what arrived, and sends what may be sent. */
    void doWork(long nowNs) {
        while (client.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                receivedBytes += SEGMENT_BYTES;
                client.send(server.localAddress(), Memory.copyOf(batch.address(i), NUMBER_BYTES));
            }
        }
        while (server.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                onAcknowledgement(Memory.i64(batch.address(i)), nowNs);
            }
        }
        if (!inFlight.isEmpty() && nowNs - progressAtNs > TIMEOUT_NS) {
            remaining += inFlight.size();
            inFlight.clear();
            threshold = Math.max(2, window / 2);
            window = 1;
            lossHandledBelow = nextNumber;
            progressAtNs = nowNs;
        }
        while (remaining > 0 && inFlight.size() < window) {
            remaining--;
            long number = nextNumber++;
            inFlight.put(number, nowNs);
            server.send(
                    client.localAddress(),
                    ByteBuffer.allocate(SEGMENT_BYTES).putLong(number).array());
        }
    }

    private void onAcknowledgement(long number, long nowNs) {
        progressAtNs = nowNs;
        if (inFlight.remove(number) != null) {
            window += window < threshold ? 1 : 1 / window;
        }
        while (!inFlight.isEmpty() && inFlight.firstKey() < number - REORDERING) {
            long lost = inFlight.firstKey();
            inFlight.remove(lost);
            remaining++;
            if (lost >= lossHandledBelow) {
                lossHandledBelow = nextNumber;
                threshold = Math.max(2, window / 2);
                window = threshold;
            }
        }
    }

    /** What arrived so far. */
    public long receivedBytes() {
        return receivedBytes;
    }

    @Override
    public void close() {
        batch.close();
    }
}
