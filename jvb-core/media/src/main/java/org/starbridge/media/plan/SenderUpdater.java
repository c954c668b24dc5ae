package org.starbridge.media.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.Negotiations;

/** Brings what an endpoint negotiated, and its incoming streams, to what a plan says. Owned by one worker. */
final class SenderUpdater {
    private final AudioPolicy audio;
    private final KeyFrameLimit keyFrameLimit;
    private final Negotiations negotiations = new Negotiations();

    /** @param keyFrameLimit of what a source is asked, for all receivers together */
    SenderUpdater(AudioPolicy audio, KeyFrameLimit keyFrameLimit) {
        this.audio = audio;
        this.keyFrameLimit = keyFrameLimit;
    }

    /** A member is new, or has other properties than before. */
    void update(EndpointSession session, Member member) {
        Transport transport = member.transport();
        session.incoming().negotiation(negotiations.of(transport));
        session.receiver()
                .negotiation(
                        audio.stripsRedundancy()
                                ? negotiations.withoutRedundancy(transport)
                                : negotiations.of(transport));
        session.receiver()
                .addedRedundancy(
                        transport.reception() == Reception.EVERY_ENCODING ? AudioPolicy.Added.NONE : audio.added());
        Set<Integer> handles = new HashSet<>();
        Map<Integer, SourceLayers> layers = new HashMap<>();
        for (PlannedStream planned : member.streams()) {
            handles.add(planned.handle());
            IncomingStream stream = session.incoming().find(planned.stream().ssrc());
            if (stream == null || stream.handle() != planned.handle()) {
                stream = new IncomingStream(planned.handle(), planned.stream(), keyFrameLimit, audio);
                session.incoming().put(stream);
            }
            stream.update(planned.stream(), planned.workers());
            if (stream.layers() != null) {
                stream.place(
                        layers.computeIfAbsent(
                                planned.stream().lowest(), lowest -> layersOf(session, member.encodingsOf(lowest))),
                        planned.stream().encoding());
            }
        }
        session.incoming().retain(handles);
        shareLimits(session);
        session.incoming().declared();
    }

    /** A source is asked for a key frame as often as its limit allows, however many encodings it has. */
    private static void shareLimits(EndpointSession session) {
        for (IncomingStream stream : session.incoming().all()) {
            IncomingStream lowest = session.incoming().find(stream.lowest());
            if (lowest != null && lowest != stream) {
                stream.keyFrameRequests().shareLimitOf(lowest.keyFrameRequests());
            }
        }
    }

    /**
     * Updates which encodings of a member's sources receivers are to get: may change while the member stays the same.
     */
    static void updateTargets(EndpointSession session, Member member, ConferencePlan plan) {
        for (PlannedStream planned : member.streams()) {
            IncomingStream stream = session.incoming().find(planned.stream().ssrc());
            if (stream != null) {
                stream.targets(plan.targets(planned));
            }
        }
    }

    /** Returns what is known of the layers of a source, unless it has other encodings than it had. */
    private static SourceLayers layersOf(EndpointSession sender, List<PlannedStream> encodings) {
        IncomingStream lowest = encodings.isEmpty()
                ? null
                : sender.incoming().find(encodings.getFirst().stream().ssrc());
        SourceLayers known = lowest == null ? null : lowest.layers();
        int count = Math.max(1, encodings.size());
        return known != null && known.encodings() == count ? known : new SourceLayers(count);
    }
}
