package org.starbridge.media.feedback;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.queue.DeadlineQueue;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Asks the workers of sources for the key frames that receivers need. Owned by the worker of the receivers.
 *
 * <p>A receiver needs one because it says so (PLI, FIR), or because it waits for an encoding, a layer or a source. The
 * encoding that it waits for is asked, not another one: not every sender answers for all of them. As long as a receiver
 * waits, the request is repeated, also if no packet comes that could show that it still waits: of a screen on which
 * nothing moves, or because request or answer were lost. How often is the stream's affair
 * ({@link OutgoingStream#onTime}); a look now and then at those that wait costs no packet anything. It ends when the
 * stream has what it waits for, is paused, or is gone.
 */
public final class KeyFrameRequester {
    /** The soonest: a source on which something moves has shown by then with its packets what is awaited. */
    static final long LOOK_NS = 310_000_000;

    /** One that can not be sent packets is asked for all at once when it has keys; its path may come back before. */
    private static final long NOT_READY_NS = 2_000_000_000;

    private static final int MAX_LOOKS = 256;

    private final FanOuts fanOuts;
    private final KeyFrameRequestSink sink;
    private final DeadlineQueue<OutgoingStream> waiting = new DeadlineQueue<>();

    public KeyFrameRequester(FanOuts fanOuts, KeyFrameRequestSink sink) {
        this.fanOuts = fanOuts;
        this.sink = sink;
    }

    /**
     * A receiver asks for a key frame (PLI, FIR).
     *
     * @param outgoing the streams that it gets
     * @param ssrc the one that it needs a key frame of
     * @return null if the request is passed on, else why not
     */
    public @Nullable DropReason onRequest(OutgoingStreams outgoing, int ssrc, long nowNs) {
        OutgoingStream stream = outgoing.findBySsrc(ssrc);
        if (stream == null || stream.kind() != MediaKind.VIDEO) {
            return DropReason.UNKNOWN_FEEDBACK_SSRC;
        }
        if (!stream.mayRequestKeyFrame(nowNs)) {
            return DropReason.KEY_FRAME_REQUEST_LIMITED;
        }
        request(stream, stream.neededEncoding());
        return null;
    }

    /** A receiver can be sent packets from now on: requests from before may have been answered in vain. */
    public void requestAll(OutgoingStreams outgoing) {
        for (OutgoingStream stream : outgoing.all()) {
            if (stream.kind() == MediaKind.VIDEO) {
                request(stream, stream.neededEncoding());
                if (stream.awaitsKeyFrame()) {
                    waiting.put(stream, Long.MIN_VALUE);
                }
            }
        }
    }

    /** Asks for the key frame with which a receiver can be given another layer, if it waits for one. */
    public void requestIfAwaited(OutgoingStream stream, long nowNs) {
        if (stream.takeKeyFrameRequest(nowNs)) {
            request(stream, stream.awaitedEncoding());
            follow(stream, nowNs);
        }
    }

    /** Looks after a stream as long as it waits for a key frame. */
    public void follow(OutgoingStream stream, long nowNs) {
        if (stream.awaitsKeyFrame()) {
            waiting.put(stream, Math.max(nowNs + LOOK_NS, stream.requestAgainNs() + 1));
        }
    }

    /** Returns the time at which {@link #poll} is due; {@link Long#MAX_VALUE} if nothing waits. */
    public long nextDeadlineNs() {
        return waiting.nextDeadlineNs();
    }

    /** Repeats requests that are due; returns how many streams were looked at. */
    public int poll(long nowNs) {
        int looks = 0;
        while (waiting.nextDeadlineNs() <= nowNs && looks < MAX_LOOKS) {
            OutgoingStream stream = waiting.peek();
            if (stream == null) {
                break;
            }
            look(stream, nowNs);
            looks++;
        }
        return looks;
    }

    private void look(OutgoingStream stream, long nowNs) {
        waiting.remove(stream);
        if (stream.isClosed() || fanOuts.find(stream.handle()) == null || !stream.awaitsKeyFrame()) {
            return;
        }
        if (stream.receiver().ready() == null) {
            waiting.put(stream, nowNs + NOT_READY_NS);
            return;
        }
        stream.onTime(nowNs);
        requestIfAwaited(stream, nowNs);
        follow(stream, nowNs);
    }

    private void request(OutgoingStream stream, int encoding) {
        FanOut fanOut = fanOuts.find(stream.handle());
        if (fanOut != null) {
            request(fanOut.source(), stream.sourceSsrc(), encoding);
        }
    }

    /** A key frame is needed; see {@link KeyFrameRequestSink#request}. */
    public void request(Route source, int ssrc, int encoding) {
        sink.request(source, ssrc, encoding);
    }

    /** Its part of a snapshot about one stream: when it is looked at again, if at all. */
    public void state(State state, OutgoingStream stream) throws StateException {
        boolean isWaiting = state.bool(waiting.contains(stream));
        long deadlineNs = state.time(waiting.deadlineNs(stream));
        if (state.isReading()) {
            if (isWaiting) {
                waiting.put(stream, deadlineNs);
            } else {
                waiting.remove(stream);
            }
        }
    }
}
