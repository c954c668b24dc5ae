package org.starbridge.transport.sctp.send;

import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.transport.sctp.packet.ChunkWriter;

/**
 * The chunks behind the cumulative TSN that are given up, in a row: what FORWARD TSN tells the peer not to wait for
 * (RFC 3758).
 */
final class AbandonedChunks {
    private static final int MAX_STREAMS = 64;

    private final long cumulativeTsn;
    private long lastTsn;
    private final Map<Integer, Integer> lastSsns = new LinkedHashMap<>();

    /** @param sent all that has a TSN behind the cumulative one, in order */
    AbandonedChunks(long cumulativeTsn, Iterable<SentChunk> sent) {
        this.cumulativeTsn = cumulativeTsn;
        lastTsn = cumulativeTsn;
        for (SentChunk chunk : sent) {
            if (chunk.fate != SentChunk.Fate.ABANDONED || lastSsns.size() >= MAX_STREAMS) {
                break;
            }
            lastTsn = chunk.tsn;
            if (chunk.message.isOrdered) {
                lastSsns.put(chunk.message.streamId, chunk.message.ssn);
            }
        }
    }

    boolean isEmpty() {
        return lastTsn == cumulativeTsn;
    }

    byte[] forwardTsn() {
        int[] skipped = new int[2 * lastSsns.size()];
        int i = 0;
        for (Map.Entry<Integer, Integer> each : lastSsns.entrySet()) {
            skipped[i++] = each.getKey();
            skipped[i++] = each.getValue();
        }
        return ChunkWriter.forwardTsn(lastTsn, skipped);
    }
}
