package org.starbridge.media.blackbox;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * Log of one conference on one worker: segments, each of which begins with the state of the conference. Owned by the
 * worker. An event takes 3 to 20 bytes, and what it keeps of a packet.
 */
final class ConferenceLog {
    /** Kind, key and three numbers at their longest. */
    private static final int MAX_FIELD_BYTES = 1 + 5 + 10 + 10 + 5;
    /** Kind and numbers of {@link EventKind#TURN}. */
    private static final int MAX_TURN_BYTES = MAX_FIELD_BYTES;

    private static final byte[] NOTHING = {};

    private final Turn turn;
    private final BlackBoxSettings settings;
    private final AtomicLong total;
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private @Nullable Segment open;
    private byte[] array = NOTHING;
    private int at;
    private long turnNumber;
    private long turnNs;

    ConferenceLog(Turn turn, BlackBoxSettings settings, AtomicLong total) {
        this.turn = turn;
        this.settings = settings;
        this.total = total;
        begin();
    }

    /** A segment begins; its first events describe the state. Older ones fall off. */
    void begin() {
        long nowNs = turn.nowNs();
        Segment next = new Segment(nowNs, total);
        segments.add(next);
        open = next;
        while (segments.size() > 2 && secondNs() < nowNs - settings.keepNs()) {
            segments.removeFirst().drop();
        }
        turnNs = nowNs;
        turnNumber = turn.number();
        if (room(2 * MAX_FIELD_BYTES)) {
            head(EventKind.SEGMENT, 0, nowNs, 0, 0);
            head(EventKind.TURN, 0, 0, 0, 0);
            end();
        }
    }

    private long secondNs() {
        return segments.stream().skip(1).findFirst().orElseThrow().beganAtNs();
    }

    /** Returns whether a segment should begin: the open one is old, or takes half of the memory. */
    boolean wantsSegment() {
        Segment segment = open;
        return segment == null
                || turn.nowNs() - segment.beganAtNs() > settings.keepNs() / 3
                || segment.sizeBytes() > settings.conferenceBytes() / 2;
    }

    void add(EventKind kind, int key, long a, long b) {
        if (room(MAX_TURN_BYTES + MAX_FIELD_BYTES)) {
            turn();
            head(kind, key, a, b, 0);
            end();
        }
    }

    void add(EventKind kind, int key, long a, long b, byte[] bytes) {
        if (room(MAX_TURN_BYTES + MAX_FIELD_BYTES + bytes.length)) {
            turn();
            head(kind, key, a, b, bytes.length);
            System.arraycopy(bytes, 0, array, at, bytes.length);
            at += bytes.length;
            end();
        }
    }

    /** With bytes from native memory: {@code length} of them, and one more at {@code last} if that is not 0. */
    void add(EventKind kind, int key, long a, long b, long address, int length, long last) {
        if (room(MAX_TURN_BYTES + MAX_FIELD_BYTES + length + 1)) {
            turn();
            head(kind, key, a, b, length + (last == 0 ? 0 : 1));
            Memory.copyOut(address, array, at, length);
            at += length;
            if (last != 0) {
                array[at++] = (byte) Memory.u8(last);
            }
            end();
        }
    }

    private void turn() {
        if (turn.number() != turnNumber) {
            head(EventKind.TURN, 0, turn.nowNs() - turnNs, 0, 0);
            turnNumber = turn.number();
            turnNs = turn.nowNs();
        }
    }

    private boolean room(int bytes) {
        Segment segment = open;
        if (segment == null) {
            return false;
        }
        if (segment.lost() > 0) {
            segment.lose();
            return false;
        }
        if (!segment.hasRoom(bytes)) {
            int size = Math.max(bytes, Segment.PIECE_BYTES);
            while (segments.size() > 1 && sizeBytes() + size > settings.conferenceBytes()) {
                segments.removeFirst().drop();
            }
            if (sizeBytes() + size > settings.conferenceBytes() || total.get() + size > settings.totalBytes()) {
                segment.lose();
                return false;
            }
            segment.grow(bytes);
        }
        array = segment.array();
        at = segment.used();
        return true;
    }

    private void end() {
        Segment segment = open;
        if (segment != null) {
            segment.used(at);
        }
    }

    private void head(EventKind kind, int key, long a, long b, int length) {
        array[at++] = (byte) kind.number();
        number(key);
        signed(a);
        signed(b);
        number(length);
    }

    private void signed(long value) {
        number((value << 1) ^ (value >> 63));
    }

    private void number(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            array[at++] = (byte) ((left & 0x7F) | 0x80);
            left >>>= 7;
        }
        array[at++] = (byte) left;
    }

    /** Returns the memory that all segments take. */
    long sizeBytes() {
        long sum = 0;
        for (Segment segment : segments) {
            sum += segment.sizeBytes();
        }
        return sum;
    }

    /** Returns copies of all segments, the oldest first. */
    List<LogFile.Part> copy() {
        return segments.stream()
                .map(segment -> new LogFile.Part(segment.lost(), segment.copy()))
                .toList();
    }

    /** Returns what was written since the last call, and forgets it: for a replay, which compares it. */
    byte[] take() {
        Segment segment = open;
        if (segment == null) {
            return NOTHING;
        }
        byte[] written = segment.copy();
        segment.drop();
        return written;
    }

    /** The conference has ended. */
    void drop() {
        segments.forEach(Segment::drop);
        segments.clear();
        open = null;
    }
}
