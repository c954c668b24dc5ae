package org.starbridge.recording.hls;

import org.starbridge.recording.frame.Codec;

/**
 * Makes one unbroken line of Opus packets out of what arrives: gaps (a muted microphone, DTX, loss) are filled with
 * silence, and packets that overlap are dropped. One thread.
 *
 * <p>A missing packet is waited for while others come. A sender that stopped is not: the line then follows the clock
 * closely, because what is made of it would be late by the whole patience. The line is patient again when packets
 * follow each other, also if they are dropped, so that a sender whose packets are always late loses its first ones
 * only. Single packets (DTX) change nothing.
 */
public final class AudioLine {
    private static final byte[] SILENCE = Silence.of(Codec.OPUS);
    private static final long SILENCE_NS = 20_000_000;
    /** Clocks are followed in such steps. */
    private static final long TOLERANCE_NS = 20_000_000;
    /** Delay beyond which what comes is late, unless another time is given. */
    private static final long PATIENCE_NS = 600_000_000;
    /** For so long silence is waited for when the sender has stopped: the pauses of the thread, and some jitter. */
    private static final long STOPPED_PATIENCE_NS = 40_000_000;
    /** Silence is not added for longer; after that the line begins again. */
    private static final long MAX_FILL_NS = 5_000_000_000L;
    /** Packets that follow each other are at most so far apart. */
    private static final long MAX_PACKET_NS = 120_000_000;

    private final Sink sink;
    private final long patienceNs;
    private boolean isStarted;
    private boolean isStopped;
    private long nextNs;
    private long lastNs = Long.MIN_VALUE / 2;

    /** Takes packets without gaps. */
    @FunctionalInterface
    public interface Sink {
        void onAudio(long timeNs, byte[] packet);
    }

    public AudioLine(Sink sink) {
        this(sink, PATIENCE_NS);
    }

    /** @param patienceNs for so long after its time a packet is waited for before silence stands in for it */
    public AudioLine(Sink sink, long patienceNs) {
        this.sink = sink;
        this.patienceNs = patienceNs;
    }

    /** A packet that begins at {@code timeNs}. */
    public void onPacket(long timeNs, byte[] packet) {
        isStopped &= timeNs - lastNs > MAX_PACKET_NS;
        lastNs = timeNs;
        if (!isStarted) {
            isStarted = true;
            nextNs = timeNs;
        }
        if (timeNs < nextNs - TOLERANCE_NS) {
            return;
        }
        if (timeNs > nextNs + TOLERANCE_NS) {
            fill(timeNs);
        }
        sink.onAudio(nextNs, packet);
        nextNs += Silence.durationNs(Codec.OPUS, packet);
    }

    /** Time went on: silence stands in for what has not come. */
    public void onTick(long nowNs) {
        if (!isStarted) {
            isStarted = true;
            nextNs = nowNs;
        }
        isStopped |= nowNs - patienceNs >= nextNs + SILENCE_NS;
        fill(nowNs - (isStopped ? Math.min(STOPPED_PATIENCE_NS, patienceNs) : patienceNs));
    }

    /** Nothing more comes: there is silence until now. */
    public void end(long nowNs) {
        if (isStarted) {
            fill(nowNs);
        }
    }

    private void fill(long untilNs) {
        if (untilNs - nextNs > MAX_FILL_NS) {
            nextNs = untilNs - SILENCE_NS;
        }
        while (nextNs + SILENCE_NS <= untilNs) {
            sink.onAudio(nextNs, SILENCE);
            nextNs += SILENCE_NS;
        }
    }
}
