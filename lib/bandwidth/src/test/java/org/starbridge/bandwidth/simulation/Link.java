package org.starbridge.bandwidth.simulation;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.function.DoubleConsumer;

/**
 * One direction of a link: a policer, losses, a drop-tail queue, a rate, and a delay with jitter. Several flows may
 * share it.
 */
final class Link {
    private static final long STALL_STEP_NS = 5 * VirtualTime.MS;
    private static final double JITTER_MEMORY = 0.9;

    private record Packet(int sizeBytes, long enqueuedAtNs, DoubleConsumer onQueued, Runnable onArrival) {}

    private final VirtualTime time;
    private final LinkConfig config;
    private final Random random;
    private final ArrayDeque<Packet> queue = new ArrayDeque<>();
    private long queuedBytes;
    private boolean isBusy;
    private boolean isInBurst;
    private double tokens;
    private long tokensAtNs;
    private double jitter;
    private long lastArrivalNs;
    private double extraDelayMs;
    private double loss;
    private double nominalBps = 1e6;

    Link(VirtualTime time, LinkConfig config, long seed) {
        this.time = time;
        this.config = config;
        random = new Random(seed);
        tokens = config.policerBytes();
        loss = config.loss();
    }

    /** Adds to the delay from now on: another route. */
    void setExtraDelayMs(double ms) {
        extraDelayMs = ms;
    }

    /** Loses another share from now on, one by one. */
    void setLoss(double share) {
        loss = share;
    }

    double capacityBps() {
        return config.bpsAt().applyAsDouble(time.nowNs());
    }

    /** Sends a packet. {@code onQueued} gets its time in the queue in ms; nothing is called if it is lost. */
    void send(int sizeBytes, DoubleConsumer onQueued, Runnable onArrival) {
        // A stall does not make the buffer smaller.
        nominalBps = capacityBps() > 0 ? capacityBps() : nominalBps;
        boolean overflows = queuedBytes > 0 && (queuedBytes + sizeBytes) * 8e3 / nominalBps > config.queueMs();
        if (isPoliced(sizeBytes) || isLost() || overflows) {
            return;
        }
        queue.add(new Packet(sizeBytes, time.nowNs(), onQueued, onArrival));
        queuedBytes += sizeBytes;
        if (!isBusy) {
            serve();
        }
    }

    private boolean isPoliced(int sizeBytes) {
        if (config.policerBps() == 0) {
            return false;
        }
        tokens = Math.min(config.policerBytes(), tokens + (time.nowNs() - tokensAtNs) / 8e9 * config.policerBps());
        tokensAtNs = time.nowNs();
        if (tokens < sizeBytes) {
            return true;
        }
        tokens -= sizeBytes;
        return false;
    }

    /** Gilbert's model: all packets of a burst are lost. */
    private boolean isLost() {
        if (loss == 0) {
            return false;
        }
        double leave = 1 / config.burst();
        double enter = leave * loss / (1 - loss);
        isInBurst = random.nextDouble() < (isInBurst && config.burst() > 1 ? 1 - leave : enterOrLoss(enter));
        return isInBurst;
    }

    private double enterOrLoss(double enter) {
        return config.burst() > 1 ? enter : loss;
    }

    private void serve() {
        double bps = capacityBps();
        if (bps <= 0) {
            isBusy = true;
            time.after(STALL_STEP_NS, this::serve);
            return;
        }
        Packet packet = queue.poll();
        if (packet == null) {
            isBusy = false;
            return;
        }
        isBusy = true;
        packet.onQueued.accept((time.nowNs() - packet.enqueuedAtNs) / 1e6);
        time.after((long) (packet.sizeBytes * 8e9 / bps), () -> {
            queuedBytes -= packet.sizeBytes;
            propagate(packet);
            serve();
        });
    }

    private void propagate(Packet packet) {
        jitter = JITTER_MEMORY * jitter + (1 - JITTER_MEMORY) * random.nextGaussian();
        // The standard deviation of the correlated value is 0.23: so most values are within ± 1 after this scaling.
        double variation = config.jitterMs() * Math.clamp(1 + jitter / 0.46, 0, 2);
        long arrivalNs = time.nowNs() + (long) ((config.delayMs() + extraDelayMs + variation) * 1e6);
        lastArrivalNs = Math.max(lastArrivalNs, arrivalNs);
        time.at(lastArrivalNs, packet.onArrival);
    }
}
