package org.starbridge.hammer.measure;

import java.util.Arrays;

/**
 * Times at which the first and the last receiver had each sampled packet of one stream. Owned by one thread at a time.
 */
public final class PacketSpread {
    private static final int FIRST_CAPACITY = 64;

    private final int maxPackets;
    private long[] firstNs = new long[0];
    private long[] lastNs = new long[0];
    private int[] receivers = new int[0];

    /** Of at most {@code maxPackets}; further ones are left out. */
    PacketSpread(int maxPackets) {
        this.maxPackets = maxPackets;
    }

    /**
     * Packet {@code packet} of the sample, counted from 0, came to one more receiver, {@code delayNs} after it was
     * sent.
     */
    void onArrival(int packet, long delayNs) {
        if (packet < 0 || packet >= maxPackets) {
            return;
        }
        reserve(packet + 1);
        firstNs[packet] = receivers[packet] == 0 ? delayNs : Math.min(firstNs[packet], delayNs);
        lastNs[packet] = Math.max(lastNs[packet], delayNs);
        receivers[packet]++;
    }

    /** Adds what other receivers of the same stream saw. */
    public void add(PacketSpread other) {
        reserve(other.receivers.length);
        for (int i = 0; i < other.receivers.length; i++) {
            if (other.receivers[i] > 0) {
                firstNs[i] = receivers[i] == 0 ? other.firstNs[i] : Math.min(firstNs[i], other.firstNs[i]);
                lastNs[i] = Math.max(lastNs[i], other.lastNs[i]);
                receivers[i] += other.receivers[i];
            }
        }
    }

    /** A spread to add others to. */
    public static PacketSpread empty() {
        return new PacketSpread(Integer.MAX_VALUE);
    }

    /** Takes the delays of one packet to its first and its last receiver, in nanoseconds. */
    @FunctionalInterface
    public interface Ends {
        void accept(long firstNs, long lastNs);
    }

    /** Tells of each packet that came to exactly {@code expectedReceivers}. */
    public void forEachComplete(int expectedReceivers, Ends ends) {
        for (int i = 0; i < receivers.length; i++) {
            if (receivers[i] == expectedReceivers) {
                ends.accept(firstNs[i], lastNs[i]);
            }
        }
    }

    private void reserve(int packets) {
        if (packets > receivers.length) {
            int capacity = Math.min(maxPackets, Math.max(FIRST_CAPACITY, Math.max(packets, 2 * receivers.length)));
            firstNs = Arrays.copyOf(firstNs, capacity);
            lastNs = Arrays.copyOf(lastNs, capacity);
            receivers = Arrays.copyOf(receivers, capacity);
        }
    }
}
