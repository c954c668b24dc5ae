package org.starbridge.hammer.client.signalling;

import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.media.Codec;

/**
 * Requests of a focus to a bridge for one endpoint, by Colibri2.
 *
 * @param rtx whether retransmissions have a stream of their own
 * @param ssrcRewriting whether endpoints can have the bridge use SSRCs of its own
 * @param channel what carries the bridge channel
 */
public record ColibriRequests(Codec videoCodec, boolean rtx, boolean ssrcRewriting, ChannelKind channel) {
    /** Creates it. */
    EndpointModify create(EndpointPlan plan) {
        return creation(plan).build();
    }

    /** Creates it as a visitor, who only watches. */
    EndpointModify createVisitor(EndpointPlan plan) {
        return creation(plan).mucRole(MucRole.VISITOR).build();
    }

    private EndpointModify.Builder creation(EndpointPlan plan) {
        EndpointModify.Builder endpoint =
                EndpointModify.builder(plan.id()).create(true).capability(Capabilities.SOURCE_NAMES);
        if (ssrcRewriting) {
            endpoint.capability(Capabilities.SSRC_REWRITING);
        }
        return endpoint.statsId("hammer-" + plan.number())
                .media(NegotiatedMedia.OURS.audio())
                .media(NegotiatedMedia.OURS.video(videoCodec, rtx))
                .transport(new Transport(true, false, false, null, needsDataChannel() ? new Sctp(null, null) : null));
    }

    /** Returns whether an endpoint cannot do without a data channel. */
    boolean needsDataChannel() {
        return channel == ChannelKind.SCTP;
    }

    /** Completes it: its side of the transport, and its sources. */
    EndpointModify complete(EndpointPlan plan, ClientTransport side) {
        return EndpointModify.builder(plan.id())
                .transport(Transport.of(side.transport()))
                .sources(plan.sources())
                .build();
    }

    /** Mutes its video for all others, or ends that. */
    EndpointModify muteVideo(EndpointPlan plan, boolean muted) {
        return EndpointModify.builder(plan.id())
                .forceMute(new ForceMute(false, muted))
                .build();
    }

    /** Ends it. */
    EndpointModify expire(EndpointPlan plan) {
        return EndpointModify.builder(plan.id()).expire(true).build();
    }
}
