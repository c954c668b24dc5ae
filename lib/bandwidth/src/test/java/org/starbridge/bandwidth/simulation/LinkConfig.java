package org.starbridge.bandwidth.simulation;

import java.util.function.LongToDoubleFunction;

/**
 * One direction of a link.
 *
 * @param bpsAt its rate at a time in ns; 0 is a stall
 * @param queueMs packets that would wait longer are dropped
 * @param delayMs propagation
 * @param jitterMs random extra delay, uniform from 0 to twice this, correlated, without reordering
 * @param loss random, 0 to 1
 * @param burst losses come in bursts of this many packets on average; 1 is independent
 * @param policerBps packets above this rate are dropped; 0 is no policer
 * @param policerBytes the policer's bucket
 */
record LinkConfig(
        LongToDoubleFunction bpsAt,
        double queueMs,
        double delayMs,
        double jitterMs,
        double loss,
        double burst,
        double policerBps,
        double policerBytes) {

    static LinkConfig of(double mbps, double queueMs, double delayMs) {
        return new LinkConfig(_ -> mbps * 1e6, queueMs, delayMs, 0, 0, 1, 0, 0);
    }

    /** Pairs of second and Mbit/s. */
    LinkConfig steps(double... secondsAndMbps) {
        return withRate(ns -> {
            double mbps = secondsAndMbps[1];
            for (int i = 0; i < secondsAndMbps.length; i += 2) {
                mbps = ns / 1e9 >= secondsAndMbps[i] ? secondsAndMbps[i + 1] : mbps;
            }
            return mbps * 1e6;
        });
    }

    LinkConfig withRate(LongToDoubleFunction rate) {
        return new LinkConfig(rate, queueMs, delayMs, jitterMs, loss, burst, policerBps, policerBytes);
    }

    LinkConfig jitter(double ms) {
        return new LinkConfig(bpsAt, queueMs, delayMs, ms, loss, burst, policerBps, policerBytes);
    }

    LinkConfig loss(double share, double packets) {
        return new LinkConfig(bpsAt, queueMs, delayMs, jitterMs, share, packets, policerBps, policerBytes);
    }

    LinkConfig policer(double bps, double bytes) {
        return new LinkConfig(bpsAt, queueMs, delayMs, jitterMs, loss, burst, bps, bytes);
    }
}
