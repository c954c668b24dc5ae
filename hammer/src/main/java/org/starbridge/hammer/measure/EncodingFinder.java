package org.starbridge.hammer.measure;

import java.util.List;
import org.starbridge.hammer.media.SentLog;

/**
 * Finds out which packet of which encoding of a source has arrived, by its payload: a bridge that chooses writes all of
 * them on one SSRC, with numbers of its own. Owned by the receiver's thread.
 *
 * <p>Most packets are the next ones of the encoding that came last, or, where a bridge leaves temporal layers out, a
 * few further; after a switch they are among the newest of another one.
 */
final class EncodingFinder {
    /** How far from the last packet the next one is looked for: some frames. */
    static final int NEAR = 64;

    private final List<SentStream> encodings;
    private final SentLog.Entry entry = new SentLog.Entry();
    private int encoding = -1;
    private long extSeq = -1;

    EncodingFinder(List<SentStream> encodings) {
        this.encodings = List.copyOf(encodings);
    }

    /**
     * Whether one of the encodings has sent this payload lately; {@link #encoding} and {@link #extSeq} then tell which.
     */
    boolean find(long payloadHash) {
        if (encoding >= 0 && isNear(payloadHash)) {
            return true;
        }
        for (int i = 0; i < encodings.size(); i++) {
            if (encodings.get(i).log().findByHash(payloadHash, entry)) {
                encoding = i;
                extSeq = entry.extSeq();
                return true;
            }
        }
        return false;
    }

    private boolean isNear(long payloadHash) {
        SentLog log = encodings.get(encoding).log();
        long last = extSeq;
        long newest = Math.min(log.newestExtSeq(), last + NEAR);
        for (long number = last + 1; number <= newest; number++) {
            if (isAt(log, number, payloadHash)) {
                return true;
            }
        }
        for (long number = last; number > last - NEAR; number--) {
            if (isAt(log, number, payloadHash)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(SentLog log, long number, long payloadHash) {
        if (log.find(number, entry) && entry.payloadHash() == payloadHash) {
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
}
