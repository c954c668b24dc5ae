package org.starbridge.media.cost;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures some duty cycles of one worker, at random, so that no rhythm of the traffic distorts the result. In a cycle
 * that is not measured each method costs the look at one field. What the kernel is asked to do for several endpoints at
 * once is divided by datagrams. The times are those of the clock on the wall: a thread that the kernel stops in between
 * seems to cost more. Owned by the worker.
 */
public final class CostSampler {
    /** One duty cycle of so many is measured. */
    public static final int ONE_IN = 32;

    /** Endpoints of one measured cycle; the cost of further ones stays unattributed. */
    private static final int MAX_TOUCHED = 1024;

    private final LongSupplier clockNs;
    private final CostMeter[] touched = new CostMeter[MAX_TOUCHED];
    private int touchedCount;
    private boolean isOn;
    private long cyclesLeft = 1;
    private int random = 0x9E3779B9;
    private long cycleBeganNs;
    private long intervalBeganNs;
    private long intervalNs;
    private long receiveNs;
    private long sendNs;
    private long busyNs;
    private long attributedNs;

    /** @param clockNs a monotonic clock that moves on within a duty cycle */
    public CostSampler(LongSupplier clockNs) {
        this.clockNs = clockNs;
    }

    /** One that measures by a clock; without one, nothing. */
    public static CostSampler of(@Nullable LongSupplier clockNs) {
        return clockNs == null ? off() : new CostSampler(clockNs);
    }

    /** One that measures nothing. */
    public static CostSampler off() {
        CostSampler off = new CostSampler(() -> 0);
        off.cyclesLeft = Long.MAX_VALUE;
        return off;
    }

    /** A duty cycle begins. */
    public void beginCycle() {
        if (--cyclesLeft > 0) {
            return;
        }
        cyclesLeft = 1L + draw(2 * ONE_IN - 1);
        isOn = true;
        cycleBeganNs = clockNs.getAsLong();
    }

    /** Returns whether this cycle is measured. */
    public boolean isOn() {
        return isOn;
    }

    /** Work begins, for whom is known at its end. */
    public void begin() {
        if (isOn) {
            intervalNs = 0;
            intervalBeganNs = clockNs.getAsLong();
        }
    }

    /** A datagram was processed that came from this endpoint; null if it is no endpoint's. */
    public void endReceived(@Nullable CostMeter meter) {
        if (isOn && meter != null && touch(meter)) {
            meter.received++;
            attribute(meter, interval());
        }
    }

    /** So many packets were written for this endpoint. */
    public void endSent(@Nullable CostMeter meter, int packets) {
        if (isOn && meter != null && touch(meter)) {
            meter.sent += packets;
            attribute(meter, interval());
        }
    }

    /** The kernel is asked to send what is written, within whatever work. */
    public void beginSystemCall() {
        if (isOn) {
            long nowNs = clockNs.getAsLong();
            intervalNs += nowNs - intervalBeganNs;
            intervalBeganNs = nowNs;
        }
    }

    /** It has answered. */
    public void endSend() {
        if (isOn) {
            long nowNs = clockNs.getAsLong();
            sendNs += nowNs - intervalBeganNs;
            intervalBeganNs = nowNs;
        }
    }

    /** Datagrams were received since {@link #begin}. */
    public void endReceive() {
        if (isOn) {
            receiveNs += interval();
        }
    }

    /** The duty cycle, which is measured, ends; gives the time. */
    public long endCycle() {
        divide();
        long nowNs = clockNs.getAsLong();
        busyNs += ONE_IN * (nowNs - cycleBeganNs);
        isOn = false;
        return nowNs;
    }

    /** The time now. */
    public long nowNs() {
        return clockNs.getAsLong();
    }

    /** Estimated time of all duty cycles so far. */
    public long busyNs() {
        return busyNs;
    }

    /** The part of {@link #busyNs} that endpoints caused. */
    public long attributedNs() {
        return attributedNs;
    }

    private long interval() {
        return intervalNs + clockNs.getAsLong() - intervalBeganNs;
    }

    /** The system calls' times, by datagrams. */
    private void divide() {
        long received = 0;
        long sent = 0;
        for (int i = 0; i < touchedCount; i++) {
            received += touched[i].received;
            sent += touched[i].sent;
        }
        for (int i = 0; i < touchedCount; i++) {
            CostMeter meter = touched[i];
            if (received > 0) {
                attribute(meter, receiveNs * meter.received / received);
            }
            if (sent > 0) {
                attribute(meter, sendNs * meter.sent / sent);
            }
            meter.received = 0;
            meter.sent = 0;
            meter.isTouched = false;
        }
        touchedCount = 0;
        receiveNs = 0;
        sendNs = 0;
    }

    private void attribute(CostMeter meter, long ns) {
        meter.add(ONE_IN * ns);
        attributedNs += ONE_IN * ns;
    }

    private boolean touch(CostMeter meter) {
        if (!meter.isTouched) {
            if (touchedCount == MAX_TOUCHED) {
                return false;
            }
            meter.isTouched = true;
            touched[touchedCount++] = meter;
        }
        return true;
    }

    /** 0 to {@code bound} - 1, by xorshift (Marsaglia 2003): nothing depends on its quality but fairness. */
    private int draw(int bound) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        return Integer.remainderUnsigned(random, bound);
    }
}
