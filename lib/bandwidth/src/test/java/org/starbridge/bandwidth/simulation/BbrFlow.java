package org.starbridge.bandwidth.simulation;

import java.util.ArrayDeque;
import java.util.TreeMap;

/**
 * A TCP with BBR (version 1, draft-cardwell-iccrg-bbr-congestion-control-00) that always has data: it paces at the
 * highest bitrate that was delivered in the last ten round trips, a quarter more in one of eight, keeps two
 * bandwidth-delay products in flight at most, and does not react to losses. Startup is left as soon as it does not
 * gain.
 */
final class BbrFlow {
    private static final int PACKET_BYTES = 1500;
    private static final int ACK_BYTES = 60;
    private static final int REORDERING = 3;
    private static final double[] GAINS = {1.25, 0.75, 1, 1, 1, 1, 1, 1};
    private static final double STARTUP_GAIN = 2.89;
    private static final int ROUNDS = 10;
    private static final long MIN_RTT_NS = 10 * VirtualTime.SECOND;
    private static final long PROBE_RTT_NS = 200 * VirtualTime.MS;

    private record Sample(long atNs, double bps) {}

    private record Sent(long atNs, long delivered, long deliveredAtNs) {}

    private final VirtualTime time;
    private final Link forward;
    private final Link backward;
    private final TreeMap<Long, Sent> inFlight = new TreeMap<>();
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();
    private boolean isOn;
    private boolean isInStartup = true;
    private double plateauBps;
    private int plateaus;
    private long roundEndNs;
    private long minRttNs = 100 * VirtualTime.MS;
    private long minRttAtNs;
    private long probeRttUntilNs;
    private long nextNumber;
    private long delivered;
    private long deliveredAtNs;
    private long receivedBytes;

    BbrFlow(VirtualTime time, Link forward, Link backward) {
        this.time = time;
        this.forward = forward;
        this.backward = backward;
    }

    void start() {
        isOn = true;
        deliveredAtNs = time.nowNs();
        minRttAtNs = time.nowNs();
        pace();
    }

    void stop() {
        isOn = false;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    private double bandwidthBps() {
        return samples.stream().mapToDouble(Sample::bps).max().orElse(500_000);
    }

    private double gain() {
        if (isInStartup) {
            return STARTUP_GAIN;
        }
        return GAINS[(int) (time.nowNs() / Math.max(1, minRttNs) % GAINS.length)];
    }

    private void pace() {
        if (!isOn) {
            return;
        }
        boolean isProbingRtt = time.nowNs() < probeRttUntilNs;
        double windowBytes = isProbingRtt
                ? 4 * PACKET_BYTES
                : Math.max(4.0 * PACKET_BYTES, (isInStartup ? STARTUP_GAIN : 2) * bandwidthBps() / 8e9 * minRttNs);
        if ((inFlight.size() + 1) * PACKET_BYTES <= windowBytes) {
            send();
        }
        time.after((long) (PACKET_BYTES * 8e9 / (gain() * bandwidthBps())), this::pace);
    }

    private void send() {
        long number = nextNumber++;
        inFlight.put(number, new Sent(time.nowNs(), delivered, deliveredAtNs));
        forward.send(PACKET_BYTES, _ -> {}, () -> {
            receivedBytes += PACKET_BYTES;
            backward.send(ACK_BYTES, _ -> {}, () -> onAck(number));
        });
    }

    private void onAck(long number) {
        Sent sent = inFlight.remove(number);
        while (!inFlight.isEmpty() && inFlight.firstKey() < number - REORDERING) {
            inFlight.pollFirstEntry();
        }
        if (sent == null) {
            return;
        }
        long nowNs = time.nowNs();
        delivered += PACKET_BYTES;
        deliveredAtNs = nowNs;
        long rttNs = nowNs - sent.atNs;
        if (rttNs <= minRttNs) {
            minRttNs = rttNs;
            minRttAtNs = nowNs;
        } else if (nowNs - minRttAtNs > MIN_RTT_NS) {
            minRttNs = rttNs;
            minRttAtNs = nowNs;
            probeRttUntilNs = nowNs + PROBE_RTT_NS + rttNs;
        }
        double bps = (delivered - sent.delivered) * 8e9 / Math.max(1, nowNs - sent.deliveredAtNs);
        samples.add(new Sample(nowNs, bps));
        while (nowNs - samples.getFirst().atNs > ROUNDS * minRttNs) {
            samples.poll();
        }
        if (isInStartup && nowNs > roundEndNs) {
            roundEndNs = nowNs + rttNs;
            boolean isGrown = bandwidthBps() > 1.25 * plateauBps;
            plateaus = isGrown ? 0 : plateaus + 1;
            plateauBps = isGrown ? bandwidthBps() : plateauBps;
            isInStartup = plateaus < 3;
        }
    }
}
