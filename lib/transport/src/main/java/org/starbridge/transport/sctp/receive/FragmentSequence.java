package org.starbridge.transport.sctp.receive;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** Fragments of one message whose TSNs follow each other. */
final class FragmentSequence {
    private static final int MAX_STATE_PIECES = InboundTsns.WINDOW;
    private static final int MAX_STATE_BYTES = 1 << 16;

    final int streamId;
    final int ssn;
    final int ppid;
    final boolean isUnordered;
    /** The only fragment; null if there are several, or none is kept. */
    private byte @Nullable [] single;
    /** All fragments, if there are several. */
    private @Nullable ArrayDeque<byte[]> parts;

    private boolean begins;
    private boolean ends;
    private long firstTsn;
    private long lastTsn;
    private int lengthBytes;
    private boolean isDiscarded;

    FragmentSequence(long tsn, Chunk.Data first) {
        streamId = first.streamId();
        ssn = first.ssn();
        ppid = first.ppid();
        isUnordered = first.isUnordered();
        begins = first.begins();
        ends = first.ends();
        firstTsn = tsn;
        lastTsn = tsn;
        single = first.payload();
        lengthBytes = first.payload().length;
    }

    private FragmentSequence(State state, @Nullable FragmentSequence known) throws StateException {
        streamId = state.i32(known == null ? 0 : known.streamId, 0, 0xFFFF);
        ssn = state.i32(known == null ? 0 : known.ssn, 0, 0xFFFF);
        ppid = state.i32(known == null ? 0 : known.ppid);
        isUnordered = state.bool(known != null && known.isUnordered);
        begins = state.bool(known != null && known.begins);
        ends = state.bool(known != null && known.ends);
        firstTsn = PacketBytes.stateOfTsn(state, known == null ? 0 : known.firstTsn);
        lastTsn = PacketBytes.stateOfTsn(state, known == null ? 0 : known.lastTsn);
        lengthBytes = state.i32(known == null ? 0 : known.lengthBytes, 0, Integer.MAX_VALUE / 2);
        isDiscarded = state.bool(known != null && known.isDiscarded);
        List<byte[]> kept = state.list(
                known == null ? List.of() : known.kept(),
                MAX_STATE_PIECES,
                (each, piece) -> each.bytes(piece == null ? new byte[0] : piece, MAX_STATE_BYTES));
        int keptBytes = kept.stream().mapToInt(piece -> piece.length).sum();
        if (lastTsn < firstTsn || kept.isEmpty() != isDiscarded || keptBytes != (isDiscarded ? 0 : lengthBytes)) {
            throw new StateException("fragments of a message that do not fit each other");
        }
        if (kept.size() == 1) {
            single = kept.getFirst();
        } else if (!isDiscarded) {
            parts = new ArrayDeque<>(kept);
        }
    }

    /** Part of a snapshot; null when it is read. */
    static FragmentSequence state(State state, @Nullable FragmentSequence known) throws StateException {
        FragmentSequence same = new FragmentSequence(state, known);
        return known == null ? same : known;
    }

    private List<byte[]> kept() {
        if (single != null) {
            return List.of(single);
        }
        return parts == null ? List.of() : List.copyOf(parts);
    }

    /**
     * Returns whether the two can be neighbours, this one first. A message that was given up half way leaves a TSN that
     * never comes (RFC 3758 section 3.5), so the next one does not begin where this one should go on.
     */
    boolean fitsBefore(FragmentSequence next) {
        return ends ? next.begins : continues(next);
    }

    /** Returns whether the one that follows at once is a part of the same message. */
    boolean continues(FragmentSequence next) {
        return !ends && !next.begins && isSameMessage(next);
    }

    private boolean isSameMessage(FragmentSequence other) {
        return streamId == other.streamId && isUnordered == other.isUnordered && (isUnordered || ssn == other.ssn);
    }

    /** Joins the one that follows at once; it is not used afterwards. The smaller one moves. */
    void append(FragmentSequence next) {
        if (!isDiscarded) {
            ArrayDeque<byte[]> ours = several();
            ArrayDeque<byte[]> theirs = next.several();
            if (ours.size() >= theirs.size()) {
                ours.addAll(theirs);
            } else {
                while (!ours.isEmpty()) {
                    theirs.addFirst(ours.removeLast());
                }
                parts = theirs;
            }
        }
        lastTsn = next.lastTsn;
        ends = next.ends;
        lengthBytes += next.lengthBytes;
    }

    private ArrayDeque<byte[]> several() {
        if (parts == null) {
            parts = new ArrayDeque<>(4);
            if (single != null) {
                parts.add(single);
                single = null;
            }
        }
        return parts;
    }

    /** Drops its data; only its place is kept. */
    void discard() {
        isDiscarded = true;
        single = null;
        parts = null;
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

    /** Returns the number of fragments that are kept. */
    int pieces() {
        if (isDiscarded) {
            return 0;
        }
        return parts == null ? 1 : parts.size();
    }

    /** Of the fragments that are kept. */
    int keptBytes() {
        return isDiscarded ? 0 : lengthBytes;
    }

    /** All of it. Not of one that is discarded. */
    byte[] message() {
        if (single != null) {
            return single;
        }
        byte[] message = new byte[lengthBytes];
        int at = 0;
        for (byte[] part : several()) {
            System.arraycopy(part, 0, message, at, part.length);
            at += part.length;
        }
        return message;
    }
}
