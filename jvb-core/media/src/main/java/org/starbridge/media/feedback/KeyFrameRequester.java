package org.starbridge.media.feedback;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.source.KeyFrameRequestSink;

/** Passes key frame requests of receivers on to the workers of the sources. Owned by the worker of the receivers. */
public final class KeyFrameRequester {
    private final FanOuts fanOuts;
    private final KeyFrameRequestSink sink;

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
        request(stream);
        return null;
    }

    /** A receiver can be sent packets from now on: requests from before may have been answered in vain. */
    public void requestAll(OutgoingStreams outgoing) {
        for (OutgoingStream stream : outgoing.all()) {
            if (stream.kind() == MediaKind.VIDEO) {
                request(stream);
            }
        }
    }

    /** Asks for the key frame with which a receiver can be given another layer, if it waits for one. */
    public void requestIfAwaited(OutgoingStream stream) {
        if (stream.takeKeyFrameRequest()) {
            request(stream);
        }
    }

    private void request(OutgoingStream stream) {
        FanOut fanOut = fanOuts.find(stream.handle());
        if (fanOut != null) {
            sink.request(fanOut.source(), stream.sourceSsrc());
        }
    }
}
