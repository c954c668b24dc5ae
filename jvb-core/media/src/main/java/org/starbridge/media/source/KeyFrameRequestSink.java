package org.starbridge.media.source;

import org.starbridge.media.demux.Route;

/** Passes a receiver's key frame request on to the worker that owns the source. */
@FunctionalInterface
public interface KeyFrameRequestSink {
    /** Of the stream with the SSRC itself, whatever else its source sends. */
    int ITSELF = -1;

    /**
     * A receiver needs a key frame.
     *
     * @param source the endpoint that sends it
     * @param ssrc of a stream; of the lowest one, if the source has several encodings to choose from
     * @param encoding which of those encodings the receiver waits for, or {@link #ITSELF}
     */
    void request(Route source, int ssrc, int encoding);
}
