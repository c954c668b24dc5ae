package org.starbridge.media.source;

import org.starbridge.media.demux.Route;

/** Passes a receiver's wish for a key frame on to the worker that owns the source. */
@FunctionalInterface
public interface KeyFrameRequestSink {
    /** Somebody needs a key frame of the stream that {@code source} sends under {@code ssrc}. */
    void request(Route source, int ssrc);
}
