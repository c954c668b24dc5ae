package org.starbridge.media.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Part of a log that can be replayed by itself, in pieces of memory. Owned by the worker. */
final class Segment {
    static final int PIECE_BYTES = 1 << 16;

    private static final class Piece {
        final byte[] bytes;
        int used;

        Piece(int size) {
            bytes = new byte[size];
        }
    }

    private final long beganAtNs;
    private final List<Piece> pieces = new ArrayList<>();
    private final AtomicLong total;
    private long sizeBytes;
    private long lost;

    Segment(long beganAtNs, AtomicLong total) {
        this.beganAtNs = beganAtNs;
        this.total = total;
    }

    long beganAtNs() {
        return beganAtNs;
    }

    /** An event did not fit. */
    void lose() {
        lost++;
    }

    /** Returns how many events did not fit; nothing is written after the first. */
    long lost() {
        return lost;
    }

    /** Returns the memory that it takes. */
    long sizeBytes() {
        return sizeBytes;
    }

    /** Returns whether so many bytes can be written without new memory. */
    boolean hasRoom(int bytes) {
        return !pieces.isEmpty() && pieces.getLast().bytes.length - pieces.getLast().used >= bytes;
    }

    /** Adds a piece with room for so many bytes. */
    void grow(int bytes) {
        Piece piece = new Piece(Math.max(bytes, PIECE_BYTES));
        pieces.add(piece);
        sizeBytes += piece.bytes.length;
        total.addAndGet(piece.bytes.length);
    }

    byte[] array() {
        return pieces.getLast().bytes;
    }

    int used() {
        return pieces.getLast().used;
    }

    void used(int bytes) {
        pieces.getLast().used = bytes;
    }

    /** Returns a copy. */
    byte[] copy() {
        int length = 0;
        for (Piece piece : pieces) {
            length += piece.used;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (Piece piece : pieces) {
            System.arraycopy(piece.bytes, 0, all, at, piece.used);
            at += piece.used;
        }
        return all;
    }

    void drop() {
        total.addAndGet(-sizeBytes);
        pieces.clear();
        sizeBytes = 0;
    }
}
