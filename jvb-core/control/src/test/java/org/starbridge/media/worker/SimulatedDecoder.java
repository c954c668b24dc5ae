package org.starbridge.media.worker;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/** Shows one source as a browser would: a frame counts when all its packets and the frames it needs are there. */
final class SimulatedDecoder {
    private static final int REMEMBERED = 400;

    private static final class Frame {
        final BitSet parts = new BitSet();
        int count;
        int encoding;
        boolean isKey;
        long last;
        long golden;

        boolean isComplete() {
            return parts.cardinality() == count;
        }
    }

    private final TreeMap<Long, Frame> waiting = new TreeMap<>();
    private final Set<Long> decoded = new HashSet<>();
    private long shownId = -1;
    private long shownAtNs;
    private int encoding = -1;
    private long frames;

    /** A packet came, perhaps by retransmission. */
    void onPacket(byte[] payload, long nowNs) {
        ByteBuffer facts = ByteBuffer.wrap(payload, SimulatedCamera.FACTS_AT, SimulatedCamera.FACTS_BYTES);
        int packetEncoding = facts.get();
        boolean isKey = facts.get() != 0;
        int count = facts.get();
        int part = facts.get();
        long id = facts.getLong();
        if (decoded.contains(id)) {
            return;
        }
        Frame frame = waiting.computeIfAbsent(id, _ -> new Frame());
        frame.parts.set(part);
        frame.count = count;
        frame.encoding = packetEncoding;
        frame.isKey = isKey;
        frame.last = facts.getLong();
        frame.golden = facts.getLong();
        if (frame.isComplete()) {
            decode(nowNs);
        }
    }

    private void decode(long nowNs) {
        boolean isMore = true;
        while (isMore) {
            isMore = false;
            for (var entry : waiting.entrySet()) {
                Frame frame = entry.getValue();
                if (frame.isComplete() && isDecodable(frame)) {
                    show(entry.getKey(), frame, nowNs);
                    isMore = true;
                    break;
                }
            }
        }
        waiting.headMap(shownId - REMEMBERED).clear();
        if (decoded.size() > 4 * REMEMBERED) {
            decoded.removeIf(id -> id < shownId - 2 * REMEMBERED);
        }
    }

    private boolean isDecodable(Frame frame) {
        return frame.isKey || (decoded.contains(frame.last) && (frame.golden < 0 || decoded.contains(frame.golden)));
    }

    private void show(long id, Frame frame, long nowNs) {
        waiting.remove(id);
        decoded.add(id);
        if (id > shownId) {
            shownId = id;
            shownAtNs = nowNs;
            encoding = frame.encoding;
            frames++;
        }
    }

    /** When the last picture was shown; 0 before the first. */
    long shownAtNs() {
        return shownAtNs;
    }

    /** Of which encoding the last picture was; -1 before the first. */
    int encoding() {
        return encoding;
    }

    /** Pictures shown so far. */
    long frames() {
        return frames;
    }
}
