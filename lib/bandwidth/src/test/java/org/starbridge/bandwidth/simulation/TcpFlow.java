package org.starbridge.bandwidth.simulation;

import java.util.TreeMap;

/**
 * A TCP that always has data, or a given number of bytes: slow start, congestion avoidance, a decrease at loss, as Reno
 * or as CUBIC (RFC 9438, without its Reno-friendly region).
 */
final class TcpFlow {
    /** Kind of congestion avoidance. */
    enum Kind {
        RENO(0.5),
        CUBIC(0.7);

        private final double decrease;

        Kind(double decrease) {
            this.decrease = decrease;
        }
    }

    private static final double CUBIC_C = 0.4;
    private static final int PACKET_BYTES = 1500;
    private static final int ACK_BYTES = 60;
    private static final int REORDERING = 3;
    private static final long TIMEOUT_NS = VirtualTime.SECOND;

    private final Kind kind;
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
    private double windowBefore;
    private long reducedAtNs;

    TcpFlow(VirtualTime time, Link forward, Link backward) {
        this(Kind.RENO, time, forward, backward);
    }

    TcpFlow(Kind kind, VirtualTime time, Link forward, Link backward) {
        this.kind = kind;
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
            grow();
        }
        while (!inFlight.isEmpty() && inFlight.firstKey() < number - REORDERING) {
            long lost = inFlight.pollFirstEntry().getKey();
            remaining++;
            if (lost >= lossHandledBelow) {
                lossHandledBelow = nextNumber;
                windowBefore = window;
                reducedAtNs = time.nowNs();
                threshold = Math.max(2, window * kind.decrease);
                window = threshold;
            }
        }
        fill();
    }

    private void grow() {
        if (window < threshold) {
            window++;
        } else if (kind == Kind.RENO || windowBefore == 0) {
            window += 1 / window;
        } else {
            double k = Math.cbrt(windowBefore * (1 - kind.decrease) / CUBIC_C);
            double seconds = (time.nowNs() - reducedAtNs) / 1e9;
            double target = CUBIC_C * Math.pow(seconds - k, 3) + windowBefore;
            window += Math.max(0.01 / window, Math.min(target - window, window / 2) / window);
        }
    }

    /** Sends no more. */
    void stop() {
        remaining = 0;
        inFlight.clear();
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
