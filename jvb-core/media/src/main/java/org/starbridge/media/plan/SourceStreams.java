package org.starbridge.media.plan;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.forward.OutgoingStream;

/**
 * Streams that bring one source to a conference's receivers on this worker, by their places. All encodings share one
 * list unless a receiver gets them apart. Owned by the worker.
 */
final class SourceStreams {
    private final @Nullable OutgoingStream[] lowest;
    private final @Nullable OutgoingStream[] @Nullable [] higher;

    SourceStreams(int encodings, int places) {
        lowest = new @Nullable OutgoingStream[places];
        higher = new @Nullable OutgoingStream[encodings - 1] @Nullable [];
    }

    /** All encodings go to a receiver through one stream; null: none does. */
    void put(int place, @Nullable OutgoingStream stream) {
        lowest[place] = stream;
        for (@Nullable OutgoingStream @Nullable [] streams : higher) {
            if (streams != null) {
                streams[place] = stream;
            }
        }
    }

    /** One encoding goes to a receiver through a stream of its own; those below it came before. */
    void put(int place, int encoding, OutgoingStream stream) {
        if (encoding == 0) {
            put(place, stream);
        } else {
            apart(encoding)[place] = stream;
        }
    }

    /** A receiver that gets encodings apart does not get this one, which is not the lowest. */
    void leaveOut(int place, int encoding) {
        apart(encoding)[place] = null;
    }

    private @Nullable OutgoingStream[] apart(int encoding) {
        @Nullable OutgoingStream[] streams = higher[encoding - 1];
        if (streams == null) {
            streams = lowest.clone();
            higher[encoding - 1] = streams;
        }
        return streams;
    }

    /** Returns the stream that brings an encoding to a receiver; null if none does. */
    @Nullable
    OutgoingStream get(int place, int encoding) {
        @Nullable OutgoingStream[] streams = encoding == 0 ? null : higher[encoding - 1];
        return (streams == null ? lowest : streams)[place];
    }

    /** Returns whether a receiver gets an encoding through a stream of its own, or not at all. */
    boolean isApart(int place, int encoding) {
        return encoding > 0 && get(place, encoding) != lowest[place];
    }

    /** Takes over what a receiver, which has not changed, got before. */
    void copy(int place, SourceStreams before, int placeBefore) {
        put(place, before.lowest[placeBefore]);
        for (int encoding = 1; encoding <= higher.length; encoding++) {
            OutgoingStream stream = before.get(placeBefore, encoding);
            if (before.isApart(placeBefore, encoding)) {
                apart(encoding)[place] = stream;
            }
        }
    }

    int places() {
        return lowest.length;
    }
}
