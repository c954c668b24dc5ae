package org.starbridge.media.speech;

import org.starbridge.lastn.speech.SpeechActivity;

/**
 * Duration of the packets of one audio stream, from their timestamps: the time between two packets, unless one is
 * missing between them or there was a pause (discontinuous transmission). So a longer time counts when it comes twice
 * in a row, a shorter one at once. Timestamps are of 48 kHz, as Opus' are; packets of older codecs count as the usual
 * 20 ms. Owned by one worker.
 */
final class PacketDuration {
    private static final int TICKS_PER_SECOND = 48_000;
    private static final int USUAL_TICKS = ticks(SpeechActivity.USUAL_PACKET_NS);
    private static final int LONGEST_TICKS = ticks(SpeechActivity.LONGEST_PACKET_NS);
    /** 10 ms: browsers send nothing shorter, and 20 ms of an 8 kHz clock look like less. */
    private static final int SHORTEST_TICKS = TICKS_PER_SECOND / 100;

    private boolean hasLast;
    private int lastTimestamp;
    private int lastTicks = USUAL_TICKS;
    private int ticks = USUAL_TICKS;

    private static int ticks(long ns) {
        return (int) (ns * TICKS_PER_SECOND / 1_000_000_000);
    }

    /** A packet came; for how long it sounds, nanoseconds. */
    long onPacket(int timestamp) {
        int apart = timestamp - lastTimestamp;
        if (hasLast && apart >= SHORTEST_TICKS && apart <= LONGEST_TICKS) {
            if (apart < ticks || apart == lastTicks) {
                ticks = apart;
            }
            lastTicks = apart;
        }
        if (!hasLast || apart > 0 || apart < -LONGEST_TICKS) { // not one that others overtook
            hasLast = true;
            lastTimestamp = timestamp;
        }
        return ticks * 1_000_000_000L / TICKS_PER_SECOND;
    }
}
