package org.starbridge.hammer.scenario;

/**
 * Number of processors that a full star or a fan-out takes, by what the bridge and the Hammer use for a packet on
 * loopback. An estimate: good enough to say before a long run that it cannot work.
 *
 * @param packetsPerSecond out of the bridge
 * @param cores that bridge and Hammer compute together
 */
public record Demand(double packetsPerSecond, double cores) {
    /**
     * Bridge and Hammer at full load on two processors that they share: 5.0 to 5.4 and 2.3 to 2.4 µs for each packet
     * that the bridge sends (docs/performance.md). With a processor for each it is less, so this is careful.
     */
    private static final double MICROS_PER_PACKET = 5.2 + 2.4;

    private static final double AUDIO_PACKETS = 50;
    private static final double VIDEO_PACKETS_PER_KBPS = 60.0 / 480;

    /** More than this share of the processors is too much. */
    private static final double USABLE = 0.9;

    /**
     * Of a run in which everybody who sends sends the same.
     *
     * @param videoKbps of each source that a receiver gets; 0 without video
     * @param sources video sources that each receiver gets at most
     */
    public static Demand of(int senders, int receivers, boolean hasAudio, double videoKbps, int sources) {
        int endpoints = senders + receivers;
        double couples = (double) senders * (senders - 1) + (double) senders * receivers;
        double videos = Math.min(couples, (double) endpoints * sources);
        double packets = (hasAudio ? couples * AUDIO_PACKETS : 0) + videos * videoKbps * VIDEO_PACKETS_PER_KBPS;
        return new Demand(packets, packets * MICROS_PER_PACKET / 1e6);
    }

    /** Of so many of these. */
    public Demand times(int number) {
        return new Demand(number * packetsPerSecond, number * cores);
    }

    /** Returns whether the machine is too small. */
    public boolean exceeds(int processors) {
        return cores > processors * USABLE;
    }
}
