package org.starbridge.recording.hls;

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
    /** One frame of 20 ms of silence, CELT, mono. */
    private static final byte[] SILENCE = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};

    private static final long SILENCE_NS = 20_000_000;
    /** Clocks are followed in such steps. */
    private static final long TOLERANCE_NS = 40_000_000;
    /** What comes later than so long after its time is late, unless another time is given. */
    private static final long PATIENCE_NS = 600_000_000;
    /** For so long silence is waited for when the sender has stopped: the pauses of the thread, and some jitter. */
    private static final long STOPPED_PATIENCE_NS = 40_000_000;
    /** Silence is not added for longer; after that the line begins again. */
    private static final long MAX_FILL_NS = 5_000_000_000L;
    /** Packets that follow each other are at most so far apart. */
    private static final long MAX_PACKET_NS = 120_000_000;

    private static final int[] SILK_MS = {10, 20, 40, 60};
    private static final int[] CELT_HALF_MS = {5, 10, 20, 40};
    private static final int MAX_FRAMES = 48;

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
        nextNs += durationNs(packet);
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

    private void fill(long untilNs) {
        if (untilNs - nextNs > MAX_FILL_NS) {
            nextNs = untilNs - SILENCE_NS;
        }
        while (nextNs + SILENCE_NS <= untilNs) {
            sink.onAudio(nextNs, SILENCE);
            nextNs += SILENCE_NS;
        }
    }

    /** RFC 6716 section 3.1; at most 120 ms. */
    static long durationNs(byte[] packet) {
        int configuration = packet[0] >>> 3 & 31;
        int halfMs = configuration < 12
                ? 2 * SILK_MS[configuration & 3]
                : configuration < 16 ? (configuration & 1) == 0 ? 20 : 40 : CELT_HALF_MS[configuration & 3];
        int frames = switch (packet[0] & 3) {
            case 0 -> 1;
            case 1, 2 -> 2;
            default -> packet.length > 1 ? Math.clamp(packet[1] & 63, 1, MAX_FRAMES) : 1;
        };
        return Math.min(MAX_PACKET_NS, 500_000L * frames * halfMs);
    }
}
