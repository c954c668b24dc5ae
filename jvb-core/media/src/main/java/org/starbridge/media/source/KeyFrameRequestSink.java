package org.starbridge.media.source;

import org.starbridge.media.demux.Route;

/** Passes a receiver's key frame request on to the worker that owns the source. */
@FunctionalInterface
public interface KeyFrameRequestSink {
    /** A receiver needs a key frame of the stream that {@code source} sends under {@code ssrc}. */
    void request(Route source, int ssrc);
}
