package org.starbridge.media.forward;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.demux.Route;

/**
 * The receivers of one stream on one worker: what a packet looks up, by the stream's handle. Immutable; replaced whole
 * when the forwarding table changes, all of a conference's at one time.
 *
 * @param handle the stream's number in the process
 * @param sourceHandle that of the lowest encoding of its source, which is the stream's own if it is the only one
 * @param source the endpoint that sends it
 * @param kind what it is
 * @param audience where the stream's packets wait for their receivers
 * @param streams by the receiver's place in the conference, the same in all its fan-outs: null for a receiver that does
 *     not get the stream; the encodings of one source lead to the same stream; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // read once per forwarded packet, never compared
public record FanOut(
        int handle,
        int sourceHandle,
        Route source,
        MediaKind kind,
        ReceiverGroup audience,
        @Nullable OutgoingStream[] streams) {
    /** One of a source with one encoding. */
    public FanOut(
            int handle, Route source, MediaKind kind, ReceiverGroup audience, @Nullable OutgoingStream[] streams) {
        this(handle, handle, source, kind, audience, streams);
    }
}
