package org.starbridge.media.plan;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;

/**
 * Streams of a snapshot that a receiver is not sent at present, made again because their numbers go on one day: of
 * sources that are suspended, and slots that carry nothing. Owned by one worker.
 *
 * @param plan in force
 * @param session of the receiver
 * @param factory of its policy
 */
record PausedStreams(ConferencePlan plan, EndpointSession session, OutgoingStreamFactory factory)
        implements OutgoingStreams.Maker {
    @Override
    public @Nullable OutgoingStream ofSource(int ssrc) {
        for (Member sender : plan.members()) {
            for (PlannedStream stream : sender.streams()) {
                boolean isMedia = stream.stream().use() == Use.MEDIA;
                if (isMedia && stream.stream().ssrc() == ssrc && !sender.route().equals(session.route())) {
                    return factory.ofEncoding(PlannedSource.of(sender, stream), stream, session);
                }
            }
        }
        return null;
    }

    @Override
    public OutgoingStream ofSlot(SourceSlot slot, MediaKind kind) {
        return factory.emptySlot(slot, kind, session);
    }
}
