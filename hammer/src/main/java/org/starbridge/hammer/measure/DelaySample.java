package org.starbridge.hammer.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.SentLog;

/**
 * Delays of a sample of the window's packets: each fourth of every stream, by the sender's number, so that it is the
 * same packets at all receivers, and for each the times at which its first and its last receiver had it. Owned by the
 * thread that owns the receivers; allocates only when a stream's sample grows.
 *
 * <p>A delay is from the moment at which the sender hands its batch to the kernel to the kernel's stamp at the
 * receiver's socket. Which packet it was is known from the sequence number, as its RTP timestamp and every further
 * sampled payload prove.
 */
public final class DelaySample {
    /** One packet in this many, a power of two. */
    static final int EVERY = 4;

    private static final long MAX_DELAY_NS = 60_000_000_000L;

    /** The sample of one stream ends here: an hour and a half of sound. */
    private static final int MAX_PACKETS = 1 << 16;

    private final SentLog.Entry entry = new SentLog.Entry();
    private final List<Histogram> phases = new ArrayList<>();
    private final List<PacketSpread> spreads;
    private final Histogram interval = newHistogram();
    private final Histogram[] soundByRelays;
    private Histogram delays = newHistogram();

    /** Of {@code streams}, which are found by their indices, all of one bridge. */
    public DelaySample(List<SentStream> streams) {
        this(streams, 0);
    }

    /**
     * The same of several bridges.
     *
     * @param mostRelays how many relays between bridges a packet takes at most
     */
    public DelaySample(List<SentStream> streams, int mostRelays) {
        phases.add(delays);
        soundByRelays = new Histogram[mostRelays + 1];
        Arrays.setAll(soundByRelays, _ -> newHistogram());
        List<PacketSpread> made = new ArrayList<>();
        streams.forEach(_ -> made.add(new PacketSpread(MAX_PACKETS)));
        spreads = List.copyOf(made);
    }

    /** An empty histogram of nanoseconds. */
    public static Histogram newHistogram() {
        return new Histogram(MAX_DELAY_NS, 3);
    }

    /**
     * Takes a packet of the window, by the sender's extended sequence number and RTP timestamp, which came over so many
     * relays between bridges.
     *
     * @return false if that packet was sent with another timestamp, so this is another one: nothing is counted
     */
    boolean onPacket(SentStream sent, int relays, long sentExtSeq, int sentTimestamp, long arrivalNs) {
        if ((sentExtSeq & EVERY - 1) != 0 || !sent.log().find(sentExtSeq, entry)) {
            return true;
        }
        if (entry.rtpTimestamp() != sentTimestamp) {
            return false;
        }
        long delayNs = Math.clamp(arrivalNs - entry.sentNs(), 0, MAX_DELAY_NS);
        interval.recordValue(delayNs);
        if (sent.kind() == MediaKind.AUDIO) {
            soundByRelays[relays].recordValue(delayNs);
        }
        spreads.get(sent.index()).onArrival((int) ((sentExtSeq - sent.windowStart()) / EVERY), delayNs);
        return true;
    }

    /** From now on delays belong to the next phase of the window. */
    public void nextPhase() {
        endInterval();
        delays = newHistogram();
        phases.add(delays);
    }

    /** Adds the delays of phase {@code phase}, counted from 0, or nothing if there was none. */
    public void addPhaseTo(int phase, Histogram sum) {
        endInterval();
        if (phase < phases.size()) {
            sum.add(phases.get(phase));
        }
    }

    /** Adds the delays of sound that came over so many relays between bridges. */
    public void addSoundTo(int relays, Histogram sum) {
        sum.add(soundByRelays[relays]);
    }

    /** Adds all delays. */
    public void addTo(Histogram sum) {
        endInterval();
        phases.forEach(sum::add);
    }

    /** Adds the delays since this was called last. */
    public void takeInterval(Histogram sum) {
        sum.add(interval);
        endInterval();
    }

    private void endInterval() {
        delays.add(interval);
        interval.reset();
    }

    /** Returns what is known of one stream's packets, by the stream's index. */
    public PacketSpread spread(int stream) {
        return spreads.get(stream);
    }
}
