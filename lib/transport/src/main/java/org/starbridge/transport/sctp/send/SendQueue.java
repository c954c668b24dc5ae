package org.starbridge.transport.sctp.send;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.packet.StreamNumbers;

/**
 * Messages that wait for their turn, in the order in which they were given; and the send buffer's account, which a
 * message leaves only when it is acknowledged or given up.
 */
public final class SendQueue {
    private final int limitBytes;
    private final int maxFragmentBytes;
    private final StreamNumbers ssns;
    private @Nullable ArrayDeque<OutgoingMessage> waiting;
    private int bufferedBytes;
    private boolean isSenderWaiting;

    SendQueue(SctpConfig config, int streams) {
        limitBytes = config.buffers().sendBytes();
        maxFragmentBytes = PacketAssembler.maxFragmentBytes(config);
        ssns = new StreamNumbers(streams);
    }

    /** Takes a message, unless its stream does not exist or the send buffer is full. */
    public SendResult offer(long nowNs, int streamId, int ppid, Reliability reliability, byte[] payload) {
        if (streamId >= ssns.streams()) {
            return SendResult.NO_SUCH_STREAM;
        }
        int cost = payload.length + SctpConfig.MESSAGE_OVERHEAD_BYTES;
        if (bufferedBytes + cost > limitBytes) {
            isSenderWaiting = true;
            return SendResult.BUFFER_FULL;
        }
        bufferedBytes += cost;
        if (waiting == null) {
            waiting = new ArrayDeque<>(4);
        }
        waiting.add(new OutgoingMessage(nowNs, streamId, ppid, reliability, payload));
        return SendResult.ACCEPTED;
    }

    /** The next message with something to send, or to give up; drops those that waited for too long. */
    @Nullable
    OutgoingMessage head(long nowNs) {
        while (waiting != null) {
            OutgoingMessage head = waiting.peek();
            if (head == null) {
                waiting = null;
            } else if (head.fragmented == 0 && head.isExpired(nowNs)) {
                waiting.poll();
                release(head.payload.length + SctpConfig.MESSAGE_OVERHEAD_BYTES);
            } else {
                return head;
            }
        }
        return null;
    }

    /** Returns the length of the head's next fragment. */
    int nextLength(OutgoingMessage head) {
        return Math.min(maxFragmentBytes, head.payload.length - head.fragmented);
    }

    /** All that was not sent of a message that is given up, as one chunk that never will be. */
    SentChunk rest(OutgoingMessage head, long tsn) {
        SentChunk chunk = new SentChunk(head, tsn, head.fragmented, head.payload.length - head.fragmented);
        head.fragmented = head.payload.length;
        if (waiting != null) {
            waiting.poll();
        }
        return chunk;
    }

    /** Cuts the head's next fragment off. */
    SentChunk nextFragment(OutgoingMessage head, long tsn) {
        if (head.fragmented == 0 && head.isOrdered) {
            head.ssn = ssns.next(head.streamId);
            ssns.next(head.streamId, head.ssn + 1);
        }
        SentChunk chunk = new SentChunk(head, tsn, head.fragmented, nextLength(head));
        head.fragmented += chunk.length;
        if (chunk.ends() && waiting != null) {
            waiting.poll();
        }
        return chunk;
    }

    /** A chunk is acknowledged for good, or skipped. */
    void onSettled(SentChunk chunk) {
        release(accountBytes(chunk));
    }

    /** Returns what a chunk that was sent has on the account. */
    static int accountBytes(SentChunk chunk) {
        return chunk.length + (chunk.ends() ? SctpConfig.MESSAGE_OVERHEAD_BYTES : 0);
    }

    private void release(int bytes) {
        bufferedBytes -= bytes;
    }

    /** Returns whether a message was refused and there is room for many again; true once. */
    public boolean isWritableAgain() {
        if (isSenderWaiting && bufferedBytes <= limitBytes / 2) {
            isSenderWaiting = false;
            return true;
        }
        return false;
    }

    /**
     * Part of a snapshot.
     *
     * @param waitingMessages that are in the record
     * @param sentBytes what chunks that were sent have on the account
     */
    void state(State state, List<OutgoingMessage> waitingMessages, int sentBytes) throws StateException {
        isSenderWaiting = state.bool(isSenderWaiting);
        ssns.state(state);
        if (!state.isReading()) {
            return;
        }
        bufferedBytes = sentBytes;
        waiting = waitingMessages.isEmpty() ? null : new ArrayDeque<>(waitingMessages);
        for (OutgoingMessage message : waitingMessages) {
            if (message.streamId >= ssns.streams()) {
                throw new StateException("a message of a stream beyond the negotiated number");
            }
            bufferedBytes += message.payload.length - message.fragmented + SctpConfig.MESSAGE_OVERHEAD_BYTES;
        }
    }

    /** Messages that wait, in order. */
    List<OutgoingMessage> waiting() {
        return waiting == null ? List.of() : List.copyOf(waiting);
    }

    boolean isEmpty() {
        return waiting == null || waiting.isEmpty();
    }

    /** Returns whether anything of this stream has no TSN yet. */
    public boolean holds(int streamId) {
        if (waiting != null) {
            for (OutgoingMessage message : waiting) {
                if (message.streamId == streamId) {
                    return true;
                }
            }
        }
        return false;
    }

    public int streams() {
        return ssns.streams();
    }

    public void resetSsns(int[] streamIds) {
        ssns.reset(streamIds);
    }

    public int bufferedBytes() {
        return bufferedBytes;
    }
}
