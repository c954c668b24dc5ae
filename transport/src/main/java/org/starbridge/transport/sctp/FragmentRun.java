package org.starbridge.transport.sctp;

import java.util.ArrayDeque;

/** Fragments of one message whose TSNs follow each other. */
final class FragmentRun {
    final int streamId;
    final int ssn;
    final int ppid;
    final boolean isUnordered;
    private ArrayDeque<byte[]> parts = new ArrayDeque<>(4);
    private boolean begins;
    private boolean ends;
    private long firstTsn;
    private long lastTsn;
    private int lengthBytes;
    private boolean isDiscarded;

    FragmentRun(long tsn, Chunk.Data first) {
        streamId = first.streamId();
        ssn = first.ssn();
        ppid = first.ppid();
        isUnordered = first.isUnordered();
        begins = first.begins();
        ends = first.ends();
        firstTsn = tsn;
        lastTsn = tsn;
        parts.add(first.payload());
        lengthBytes = first.payload().length;
    }

    /**
     * Whether the two can be neighbours, this one first. A message may begin wherever one before it was given up; else both
     * are parts of the same.
     */
    boolean fitsBefore(FragmentRun next) {
        return next.begins || continues(next);
    }

    /** Whether the one that follows at once is a part of the same message. */
    boolean continues(FragmentRun next) {
        return !ends && !next.begins && isSameMessage(next);
    }

    private boolean isSameMessage(FragmentRun other) {
        return streamId == other.streamId && isUnordered == other.isUnordered && (isUnordered || ssn == other.ssn);
    }

    /** Joins the one that follows at once; it is not used afterwards. The smaller one moves. */
    void append(FragmentRun next) {
        if (parts.size() >= next.parts.size()) {
            parts.addAll(next.parts);
        } else {
            while (!parts.isEmpty()) {
                next.parts.addFirst(parts.removeLast());
            }
            parts = next.parts;
        }
        lastTsn = next.lastTsn;
        ends = next.ends;
        lengthBytes += next.lengthBytes;
    }

    /** From now on only its place counts. */
    void discard() {
        isDiscarded = true;
        parts.clear();
    }

    boolean isDiscarded() {
        return isDiscarded;
    }

    boolean isComplete() {
        return begins && ends;
    }

    boolean begins() {
        return begins;
    }

    boolean ends() {
        return ends;
    }

    long firstTsn() {
        return firstTsn;
    }

    long lastTsn() {
        return lastTsn;
    }

    /** Of all fragments, kept or not. */
    int lengthBytes() {
        return lengthBytes;
    }

    int pieces() {
        return parts.size();
    }

    /** Of the fragments that are kept. */
    int keptBytes() {
        return isDiscarded ? 0 : lengthBytes;
    }

    byte[] message() {
        if (parts.size() == 1) {
            return parts.getFirst();
        }
        byte[] message = new byte[lengthBytes];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, message, at, part.length);
            at += part.length;
        }
        return message;
    }
}
