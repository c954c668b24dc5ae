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
        PlannedSource source = source(ssrc);
        return source == null ? null : factory.ofEncoding(source, streamOf(source, ssrc), session);
    }

    private static PlannedStream streamOf(PlannedSource source, int ssrc) {
        return source.encodings().stream()
                .filter(each -> each.stream().ssrc() == ssrc)
                .findFirst()
                .orElse(source.lowest());
    }

    @Override
    public OutgoingStream ofSlot(SourceSlot slot, MediaKind kind, int sourceSsrc) {
        OutgoingStream stream = factory.emptySlot(slot, kind, session);
        PlannedSource source = source(sourceSsrc);
        if (source != null) {
            stream.hadSource(source.handles(), source.lowest().stream());
        }
        return stream;
    }

    /** The source of another member one of whose encodings has an SSRC; null if there is none. */
    private @Nullable PlannedSource source(int ssrc) {
        for (Member sender : plan.members()) {
            for (PlannedStream stream : sender.streams()) {
                boolean isMedia = stream.stream().use() == Use.MEDIA;
                if (isMedia && stream.stream().ssrc() == ssrc && !sender.route().equals(session.route())) {
                    return PlannedSource.of(sender, lowestOf(sender, stream));
                }
            }
        }
        return null;
    }

    private static PlannedStream lowestOf(Member sender, PlannedStream stream) {
        return sender.streams().stream()
                .filter(each -> each.stream().ssrc() == stream.stream().lowest())
                .findFirst()
                .orElse(stream);
    }
}
