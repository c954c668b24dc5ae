package org.starbridge.transport.sctp.receive;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** TSNs that came: all up to one, some beyond it, some twice. What a SACK is written from (RFC 9260 section 3.3.4). */
final class InboundTsns {
    /** Further ahead nothing is taken. */
    static final int WINDOW = 4096;

    private static final int MAX_GAPS = 128;
    private static final int MAX_DUPLICATES = 16;
    private static final int[] NONE = {};

    private long cumulativeTsn;
    private long highestTsn;
    /** One bit for each TSN beyond the cumulative one, at its number modulo the window. */
    private long @Nullable [] ahead;

    private int aheadCount;
    private int[] duplicates = NONE;

    InboundTsns(long initialTsn) {
        cumulativeTsn = initialTsn - 1;
        highestTsn = cumulativeTsn;
    }

    long cumulativeTsn() {
        return cumulativeTsn;
    }

    boolean hasGaps() {
        return aheadCount > 0;
    }

    boolean isKnown(long tsn) {
        return tsn <= cumulativeTsn || isAhead(tsn);
    }

    boolean isTooFar(long tsn) {
        return tsn - cumulativeTsn > WINDOW;
    }

    /** A TSN that is neither known nor too far. */
    void add(long tsn) {
        highestTsn = Math.max(highestTsn, tsn);
        if (tsn == cumulativeTsn + 1) {
            cumulativeTsn = tsn;
            absorb();
            return;
        }
        if (ahead == null) {
            ahead = new long[WINDOW / Long.SIZE];
        }
        ahead[word(tsn)] |= 1L << tsn;
        aheadCount++;
    }

    /** Everything up to this TSN counts as there. */
    void advanceTo(long tsn) {
        while (cumulativeTsn < tsn) {
            cumulativeTsn++;
            remove(cumulativeTsn);
        }
        highestTsn = Math.max(highestTsn, tsn);
        absorb();
    }

    private void absorb() {
        while (isAhead(cumulativeTsn + 1)) {
            cumulativeTsn++;
            remove(cumulativeTsn);
        }
        if (aheadCount == 0) {
            ahead = null;
        }
    }

    private boolean isAhead(long tsn) {
        return ahead != null && tsn > cumulativeTsn && tsn <= highestTsn && (ahead[word(tsn)] & 1L << tsn) != 0;
    }

    private void remove(long tsn) {
        if (ahead != null && (ahead[word(tsn)] & 1L << tsn) != 0) {
            ahead[word(tsn)] &= ~(1L << tsn);
            aheadCount--;
        }
    }

    private static int word(long tsn) {
        return (int) (tsn >>> 6) & WINDOW / Long.SIZE - 1;
    }

    void onDuplicate(long tsn) {
        if (duplicates.length < MAX_DUPLICATES) {
            duplicates = Arrays.copyOf(duplicates, duplicates.length + 1);
            duplicates[duplicates.length - 1] = (int) tsn;
        }
    }

    /** Returns whether duplicates wait to be reported. */
    boolean hasDuplicates() {
        return duplicates.length > 0;
    }

    /** SACK with all of it; duplicates are reported once. */
    byte[] sack(int windowBytes) {
        byte[] chunk = ChunkWriter.sack(cumulativeTsn, windowBytes, gaps(), duplicates);
        duplicates = NONE;
        return chunk;
    }

    void state(State state) throws StateException {
        cumulativeTsn = PacketBytes.stateOfTsn(state, cumulativeTsn);
        highestTsn = cumulativeTsn + state.i32((int) (highestTsn - cumulativeTsn), 0, WINDOW);
        long[] known = ahead;
        if (state.bool(known != null)) {
            long[] words = known == null ? new long[WINDOW / Long.SIZE] : known;
            state.longs(words);
            ahead = words;
            aheadCount = 0;
            for (long word : words) {
                aheadCount += Long.bitCount(word);
            }
        }
        int count = state.i32(duplicates.length, 0, MAX_DUPLICATES);
        duplicates = Arrays.copyOf(duplicates, count);
        state.ints(duplicates);
    }

    private int[] gaps() {
        if (aheadCount == 0) {
            return NONE;
        }
        int[] gaps = new int[2 * MAX_GAPS];
        int length = 0;
        long tsn = cumulativeTsn + 1;
        while (tsn <= highestTsn && length < gaps.length) {
            if (!isAhead(tsn)) {
                tsn++;
                continue;
            }
            gaps[length++] = (int) (tsn - cumulativeTsn);
            while (isAhead(tsn)) {
                tsn++;
            }
            gaps[length++] = (int) (tsn - 1 - cumulativeTsn);
        }
        return Arrays.copyOf(gaps, length);
    }
}
