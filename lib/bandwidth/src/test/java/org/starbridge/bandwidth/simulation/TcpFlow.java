package org.starbridge.bandwidth.simulation;

import java.util.TreeMap;

/**
 * A Reno-like TCP that always has data, or a given number of bytes: slow start, congestion avoidance, halving at loss.
 */
final class TcpFlow {
    private static final int PACKET_BYTES = 1500;
    private static final int ACK_BYTES = 60;
    private static final int REORDERING = 3;
    private static final long TIMEOUT_NS = VirtualTime.SECOND;

    private final VirtualTime time;
    private final Link forward;
    private final Link backward;
    private final TreeMap<Long, Long> inFlight = new TreeMap<>();
    private double window = 10;
    private double threshold = 1e6;
    private long nextNumber;
    private long lossHandledBelow;
    private long remaining;
    private long receivedBytes;
    private long progressAtNs;

    TcpFlow(VirtualTime time, Link forward, Link backward) {
        this.time = time;
        this.forward = forward;
        this.backward = backward;
        time.every(TIMEOUT_NS / 2, this::onTimer);
    }

    /** Starts to send {@code packets}; a long transfer is {@link Long#MAX_VALUE}. */
    void transfer(long packets) {
        remaining = packets;
        window = 10;
        threshold = 1e6;
        progressAtNs = time.nowNs();
        fill();
    }

    long receivedBytes() {
        return receivedBytes;
    }

    private void fill() {
        while (remaining > 0 && inFlight.size() < window) {
            remaining--;
            long number = nextNumber++;
            inFlight.put(number, time.nowNs());
            forward.send(PACKET_BYTES, _ -> {}, () -> {
                receivedBytes += PACKET_BYTES;
                backward.send(ACK_BYTES, _ -> {}, () -> onAck(number));
            });
        }
    }

    private void onAck(long number) {
        progressAtNs = time.nowNs();
        if (inFlight.remove(number) != null) {
            window += window < threshold ? 1 : 1 / window;
        }
        while (!inFlight.isEmpty() && inFlight.firstKey() < number - REORDERING) {
            long lost = inFlight.pollFirstEntry().getKey();
            remaining++;
            if (lost >= lossHandledBelow) {
                lossHandledBelow = nextNumber;
                threshold = Math.max(2, window / 2);
                window = threshold;
            }
        }
        fill();
    }

    private void onTimer() {
        if (!inFlight.isEmpty() && time.nowNs() - progressAtNs > TIMEOUT_NS) {
            remaining += inFlight.size();
            inFlight.clear();
            threshold = Math.max(2, window / 2);
            window = 1;
            lossHandledBelow = nextNumber;
            progressAtNs = time.nowNs();
            fill();
        }
    }
}
