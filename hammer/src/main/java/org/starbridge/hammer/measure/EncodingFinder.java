package org.starbridge.hammer.measure;

import java.util.List;
import org.starbridge.hammer.media.SentLog;

/**
 * Finds out which packet of which encoding of a source has arrived, by its payload and its RTP timestamp: a bridge that
 * chooses writes all of them on one SSRC, with numbers of its own. Owned by the receiver's thread.
 *
 * <p>Most packets are the next ones of the encoding that came last, or, where a bridge leaves temporal layers out, a
 * few further. The payload alone identifies none of them: recordings begin again at a key frame when one is asked for.
 * A bridge adds the same to all timestamps of an encoding until it switches or forwards the source again; what comes
 * then is the newest packet with its payload.
 */
final class EncodingFinder {
    /** Distance from the last packet within which the next one is looked for: some frames. */
    static final int NEAR = 64;

    private final List<SentStream> encodings;
    private final SentLog.Entry entry = new SentLog.Entry();
    private int encoding = -1;
    private long extSeq = -1;
    private int timestampDelta;
    private int guesses;

    EncodingFinder(List<SentStream> encodings) {
        this.encodings = List.copyOf(encodings);
    }

    /**
     * Returns whether one of the encodings has sent this payload lately; {@link #encoding} and {@link #extSeq} then
     * tell which.
     *
     * @param rtpTimestamp as it arrived, all 32 bits
     */
    boolean find(long payloadHash, int rtpTimestamp) {
        if (encoding >= 0 && isOfSameEncoding(payloadHash, rtpTimestamp - timestampDelta)) {
            return true;
        }
        for (int i = 0; i < encodings.size(); i++) {
            if (encodings.get(i).log().findByHash(payloadHash, entry)) {
                encoding = i;
                extSeq = entry.extSeq();
                timestampDelta = rtpTimestamp - entry.rtpTimestamp();
                guesses++;
                return true;
            }
        }
        return false;
    }

    private boolean isOfSameEncoding(long payloadHash, int sentTimestamp) {
        SentLog log = encodings.get(encoding).log();
        if (isNear(log, payloadHash, sentTimestamp)) {
            return true;
        }
        if (log.findByPayload(payloadHash, sentTimestamp, entry)) {
            extSeq = entry.extSeq();
            return true;
        }
        return false;
    }

    private boolean isNear(SentLog log, long payloadHash, int sentTimestamp) {
        long last = extSeq;
        long newest = Math.min(log.newestExtSeq(), last + NEAR);
        for (long number = last + 1; number <= newest; number++) {
            if (isAt(log, number, payloadHash, sentTimestamp)) {
                return true;
            }
        }
        for (long number = last; number > last - NEAR; number--) {
            if (isAt(log, number, payloadHash, sentTimestamp)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(SentLog log, long number, long payloadHash, int sentTimestamp) {
        if (log.find(number, entry) && entry.payloadHash() == payloadHash && entry.rtpTimestamp() == sentTimestamp) {
            extSeq = number;
            return true;
        }
        return false;
    }

    /** The number of the encoding that was found last, from 0, low to high; -1 before. */
    int encoding() {
        return encoding;
    }

    /** The sender's extended sequence number of the packet that was found last. */
    long extSeq() {
        return extSeq;
    }

    /** The sender's picture that the packet found last belongs to. */
    long picture() {
        return entry.picture();
    }

    /** The marker with which the packet that was found last was sent. */
    boolean wasMarked() {
        return entry.isMarked();
    }

    /** Returns the time at which the packet that was found last was sent. */
    long sentNs() {
        return entry.sentNs();
    }

    /** The timestamp with which the packet that was found last came. */
    int arrivedTimestamp() {
        return entry.rtpTimestamp() + timestampDelta;
    }

    /**
     * Returns how often a packet was found by its payload alone; numbers of packets are comparable while this is the
     * same.
     */
    int guesses() {
        return guesses;
    }

    /** The timestamp with which the packet that was found last was sent. */
    int sentTimestamp(int rtpTimestamp) {
        return rtpTimestamp - timestampDelta;
    }
}
