package org.starbridge.transport.sctp.receive;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpCounts;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.StreamNumbers;

/**
 * Makes messages of fragments, and order of messages (RFC 9260 sections 6.5, 6.6, 6.9). What is kept is paid for from
 * the receive memory; an association that waits for nothing keeps nothing.
 */
final class Reassembly {
    /** Outcome for a fragment. */
    public enum Outcome {
        TAKEN,
        /** No room: as if it had not come. */
        NO_ROOM,
        /** It can not stand where it stands: the peer is broken. */
        CONFLICT
    }

    private final int maxMessageBytes;
    private final StreamNumbers expected;
    private final ReceiveMemory memory;
    private final SctpCounts counts;
    private @Nullable TreeMap<Long, FragmentSequence> runs;
    /** Whole, but not their turn: by stream, then by SSN, extended. */
    private @Nullable Map<Integer, TreeMap<Long, FragmentSequence>> early;

    Reassembly(SctpConfig config, int streams, ReceiveMemory memory, SctpCounts counts) {
        maxMessageBytes = config.buffers().maxMessageBytes();
        expected = new StreamNumbers(streams);
        this.memory = memory;
        this.counts = counts;
    }

    int streams() {
        return expected.streams();
    }

    /**
     * A fragment or whole message that was not there before.
     *
     * @param isNext it is the next one missing
     * @param isLastTry if there is no room again, its message is given up
     */
    Outcome onData(long tsn, Chunk.Data data, boolean isNext, boolean isLastTry, SctpSink sink) {
        FragmentSequence run = new FragmentSequence(tsn, data);
        FragmentSequence before = neighbourBefore(tsn);
        FragmentSequence after = neighbourAfter(tsn);
        if ((before != null && !before.fitsBefore(run)) || (after != null && !run.fitsBefore(after))) {
            return Outcome.CONFLICT;
        }
        if (before == null && isNext && !run.begins()) {
            counts.add(SctpDropReason.FRAGMENT_CONFLICT); // Its beginning was skipped: it can never be whole.
            return Outcome.TAKEN;
        }
        if (run.isComplete()) {
            if (run.lengthBytes() > maxMessageBytes) {
                counts.add(SctpDropReason.MESSAGE_TOO_LARGE);
                run.discard();
            } else if (!isDeliverable(run) && !hold(run, isNext, isLastTry)) {
                return Outcome.NO_ROOM;
            }
            boolean isHeld = !run.isDiscarded() && !isDeliverable(run);
            onWhole(run, isHeld, sink);
            return Outcome.TAKEN;
        }
        if (!hold(run, isNext, isLastTry)) {
            return Outcome.NO_ROOM;
        }
        FragmentSequence joined = join(before, run, after);
        if (joined.isComplete()) {
            if (runs != null) {
                runs.remove(joined.firstTsn());
                dropRunsIfNone();
            }
            onWhole(joined, !joined.isDiscarded(), sink);
        }
        return Outcome.TAKEN;
    }

    private boolean hold(FragmentSequence run, boolean isNext, boolean isLastTry) {
        if (memory.hold(run.keptBytes(), isNext)) {
            return true;
        }
        if (isLastTry) {
            counts.add(SctpDropReason.MESSAGE_STALLED);
            run.discard();
        }
        return isLastTry;
    }

    private @Nullable FragmentSequence neighbourBefore(long tsn) {
        Map.Entry<Long, FragmentSequence> entry = runs == null ? null : runs.lowerEntry(tsn);
        return entry != null && entry.getValue().lastTsn() == tsn - 1 ? entry.getValue() : null;
    }

    private @Nullable FragmentSequence neighbourAfter(long tsn) {
        return runs == null ? null : runs.get(tsn + 1);
    }

    private FragmentSequence join(
            @Nullable FragmentSequence before, FragmentSequence run, @Nullable FragmentSequence after) {
        if (runs == null) {
            runs = new TreeMap<>();
        }
        FragmentSequence joined = run;
        if (before != null && before.continues(run)) {
            append(before, run);
            joined = before;
        }
        if (after != null && run.continues(after)) {
            runs.remove(after.firstTsn());
            append(joined, after);
        }
        runs.put(joined.firstTsn(), joined);
        return joined;
    }

    /** Joins two runs; one that gets too long, or has a part that did, keeps only its place. */
    private void append(FragmentSequence run, FragmentSequence next) {
        boolean wasDiscarded = run.isDiscarded() || next.isDiscarded();
        if (wasDiscarded || run.lengthBytes() + next.lengthBytes() > maxMessageBytes) {
            memory.release(run.keptBytes() + next.keptBytes(), run.pieces() + next.pieces());
            run.discard();
            next.discard();
            if (!wasDiscarded) {
                counts.add(SctpDropReason.MESSAGE_TOO_LARGE);
            }
        }
        run.append(next);
    }

    private boolean isDeliverable(FragmentSequence run) {
        return run.isUnordered || run.ssn == expected.next(run.streamId);
    }

    /** @param isHeld whether its memory is on account */
    private void onWhole(FragmentSequence run, boolean isHeld, SctpSink sink) {
        if (isDeliverable(run)) {
            deliver(run, isHeld, sink);
            if (!run.isUnordered) {
                expected.next(run.streamId, run.ssn + 1);
                deliverEarly(run.streamId, sink);
            }
            return;
        }
        int next = expected.next(run.streamId);
        int distance = (short) (run.ssn - next);
        TreeMap<Long, FragmentSequence> ofStream = early == null ? null : early.get(run.streamId);
        long key = key(ofStream, next, distance);
        if (distance < 0 || (ofStream != null && ofStream.containsKey(key))) {
            counts.add(SctpDropReason.STALE_SSN);
            release(run, isHeld);
            return;
        }
        if (early == null) {
            early = new HashMap<>(2);
        }
        early.computeIfAbsent(run.streamId, _ -> new TreeMap<>()).put(key, run);
    }

    /** Extended so that keys of one stream never wrap while any is there. */
    private static long key(@Nullable SortedMap<Long, FragmentSequence> ofStream, int next, int distance) {
        long reference = ofStream == null || ofStream.isEmpty() ? next : ofStream.firstKey();
        return reference + (short) (next + distance - (int) reference);
    }

    private void deliver(FragmentSequence run, boolean isHeld, SctpSink sink) {
        if (run.isDiscarded()) {
            return;
        }
        byte[] message = run.message();
        release(run, isHeld);
        sink.onMessage(run.streamId, run.ppid, message);
    }

    private void release(FragmentSequence run, boolean isHeld) {
        if (isHeld) {
            memory.release(run.keptBytes(), run.pieces());
        }
    }

    private void deliverEarly(int streamId, SctpSink sink) {
        TreeMap<Long, FragmentSequence> ofStream = early == null ? null : early.get(streamId);
        while (ofStream != null && !ofStream.isEmpty()) {
            Map.Entry<Long, FragmentSequence> first = ofStream.firstEntry();
            FragmentSequence run = first.getValue();
            if (run.ssn != expected.next(streamId)) {
                return;
            }
            ofStream.pollFirstEntry();
            deliver(run, !run.isDiscarded(), sink);
            expected.next(streamId, run.ssn + 1);
        }
        if (early != null) {
            early.remove(streamId);
            if (early.isEmpty()) {
                early = null;
            }
        }
    }

    /**
     * The peer gave up everything up to this TSN (RFC 3758 section 3.6).
     *
     * @param skipped pairs of stream and last SSN that is not to be waited for
     */
    void onSkip(long upToTsn, int[] skipped, SctpSink sink) {
        while (runs != null) {
            Map.Entry<Long, FragmentSequence> first = runs.firstEntry();
            if (first == null) {
                break;
            }
            FragmentSequence run = first.getValue();
            boolean isSkipped = run.firstTsn() <= upToTsn;
            boolean isHeadless = run.firstTsn() == upToTsn + 1 && !run.begins();
            if (!isSkipped && !isHeadless) {
                break;
            }
            runs.pollFirstEntry();
            release(run, !run.isDiscarded());
        }
        dropRunsIfNone();
        for (int i = 0; i + 1 < skipped.length; i += 2) {
            if (skipped[i] < expected.streams()) {
                skipOrdered(skipped[i], skipped[i + 1], sink);
            }
        }
    }

    private void skipOrdered(int streamId, int lastSsn, SctpSink sink) {
        int next = expected.next(streamId);
        int distance = (short) (lastSsn - next);
        if (distance < 0) {
            return;
        }
        TreeMap<Long, FragmentSequence> ofStream = early == null ? null : early.get(streamId);
        if (ofStream != null) {
            long upTo = key(ofStream, next, distance);
            while (!ofStream.isEmpty() && ofStream.firstKey() <= upTo) {
                FragmentSequence run = ofStream.pollFirstEntry().getValue();
                deliver(run, !run.isDiscarded(), sink);
            }
        }
        expected.next(streamId, lastSsn + 1);
        deliverEarly(streamId, sink);
    }

    private void dropRunsIfNone() {
        if (runs != null && runs.isEmpty()) {
            runs = null;
        }
    }

    /** The peer begins again on these streams; on all if none is named. */
    void onReset(int[] streamIds) {
        if (early != null) {
            if (streamIds.length == 0) {
                early.values().forEach(this::forget);
                early = null;
            } else {
                for (int streamId : streamIds) {
                    TreeMap<Long, FragmentSequence> ofStream = early.remove(streamId);
                    if (ofStream != null) {
                        forget(ofStream);
                    }
                }
                if (early.isEmpty()) {
                    early = null;
                }
            }
        }
        expected.reset(streamIds);
    }

    /** Part of a snapshot. What is read is on the account of the receive memory. */
    void state(State state) throws StateException {
        expected.state(state);
        List<FragmentSequence> incomplete =
                state.list(runs == null ? List.of() : runs.values(), InboundTsns.WINDOW, FragmentSequence::state);
        Map<Integer, TreeMap<Long, FragmentSequence>> complete = state.map(
                early == null ? Map.of() : early,
                expected.streams(),
                (each, streamId) -> each.i32(streamId == null ? 0 : streamId, 0, expected.streams() - 1),
                (each, ofStream) -> new TreeMap<>(each.map(
                        ofStream == null ? Map.of() : ofStream,
                        InboundTsns.WINDOW,
                        (key, value) -> key.i64(value == null ? 0 : value),
                        FragmentSequence::state)));
        if (!state.isReading()) {
            return;
        }
        for (FragmentSequence run : incomplete) {
            account(run);
            if (runs == null) {
                runs = new TreeMap<>();
            }
            runs.put(run.firstTsn(), run);
        }
        early = complete.isEmpty() ? null : complete;
        for (TreeMap<Long, FragmentSequence> ofStream : complete.values()) {
            for (FragmentSequence run : ofStream.values()) {
                account(run);
            }
        }
    }

    private void account(FragmentSequence run) throws StateException {
        if (run.streamId >= expected.streams() || !memory.holdAgain(run.keptBytes(), run.pieces())) {
            throw new StateException("no room for fragments of messages");
        }
    }

    private void forget(Map<Long, FragmentSequence> messages) {
        for (FragmentSequence run : messages.values()) {
            release(run, !run.isDiscarded());
        }
    }
}
