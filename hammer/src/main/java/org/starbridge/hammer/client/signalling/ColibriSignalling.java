package org.starbridge.hammer.client.signalling;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.media.Codec;

/** Plays the focus for all endpoints of one conference: creates, updates and ends them by Colibri2. */
public final class ColibriSignalling implements Signalling {
    private final ConferenceRequests client;
    private final URI bridge;
    private final String meetingId;
    private final boolean rtx;
    private final boolean ssrcRewriting;
    private final Codec videoCodec;
    private final ChannelKind channel;

    /**
     * @param client asks the bridge; closed with this
     * @param bridge where it is, which tells whether it is on this machine
     * @param ssrcRewriting whether endpoints can have the bridge use SSRCs of its own
     */
    public ColibriSignalling(
            ConferenceRequests client,
            URI bridge,
            String meetingId,
            Codec videoCodec,
            boolean rtx,
            boolean ssrcRewriting,
            ChannelKind channel) {
        this.client = client;
        this.bridge = bridge;
        this.meetingId = meetingId;
        this.videoCodec = videoCodec;
        this.rtx = rtx;
        this.ssrcRewriting = ssrcRewriting;
        this.channel = channel;
    }

    @Override
    public String conference() {
        return meetingId;
    }

    @Override
    public boolean isOpenedByFirst() {
        return true;
    }

    @Override
    public BridgeTransport enter(EndpointPlan plan, boolean isFirst) throws IOException, InterruptedException {
        EndpointModify.Builder endpoint =
                EndpointModify.builder(plan.id()).create(true).capability(Capabilities.SOURCE_NAMES);
        if (ssrcRewriting) {
            endpoint.capability(Capabilities.SSRC_REWRITING);
        }
        endpoint.statsId("hammer-" + plan.number())
                .media(NegotiatedMedia.OURS.audio())
                .media(NegotiatedMedia.OURS.video(videoCodec, rtx))
                .transport(new Transport(
                        true, false, false, null, channel == ChannelKind.SCTP ? new Sctp(null, null) : null));
        ConferenceModified answer = send(
                plan,
                isFirst
                        ? ConferenceModify.creating(meetingId, null, List.of(endpoint.build()))
                        : ConferenceModify.updating(meetingId, List.of(endpoint.build())));
        if (answer.endpoints().isEmpty()) {
            throw new LoadTestException("the bridge answered the creation of endpoint " + plan.id()
                    + " without saying anything about it: is it a Colibri2 bridge?");
        }
        EndpointModified answered = answer.endpoints().get(0);
        Transport transport = answered.transport();
        IceUdpTransport ice = transport == null ? null : transport.iceUdp();
        boolean hasDataChannel = transport != null && transport.sctp() != null;
        if (channel == ChannelKind.SCTP && !hasDataChannel) {
            throw new LoadTestException("the bridge answered without SCTP for endpoint " + plan.id()
                    + ": does its configuration exclude data channels?");
        }
        return BridgeTransport.of(
                plan.id(), ice, hasDataChannel, String.valueOf(bridge.getHost()), NegotiatedMedia.OURS);
    }

    @Override
    public void answer(EndpointPlan plan, ClientTransport side) throws IOException, InterruptedException {
        EndpointModify endpoint = EndpointModify.builder(plan.id())
                .transport(Transport.of(side.transport()))
                .sources(plan.sources())
                .build();
        send(plan, ConferenceModify.updating(meetingId, List.of(endpoint)));
    }

    @Override
    public void muteVideo(EndpointPlan plan, boolean muted) throws IOException, InterruptedException {
        EndpointModify endpoint = EndpointModify.builder(plan.id())
                .forceMute(new ForceMute(false, muted))
                .build();
        send(plan, ConferenceModify.updating(meetingId, List.of(endpoint)));
    }

    /** Ends one endpoint. */
    public void expire(EndpointPlan plan) throws IOException, InterruptedException {
        send(
                plan,
                ConferenceModify.updating(
                        meetingId,
                        List.of(EndpointModify.builder(plan.id()).expire(true).build())));
    }

    @Override
    public void end() throws IOException, InterruptedException {
        client.expire(meetingId);
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public void close() {
        client.close();
    }

    private ConferenceModified send(EndpointPlan plan, ConferenceModify request)
            throws IOException, InterruptedException {
        try {
            return client.send(request);
        } catch (Colibri2Exception e) {
            throw new LoadTestException(
                    "the bridge refused endpoint " + plan.id() + " ("
                            + e.condition().wireName() + "): " + e.sentence(),
                    e);
        }
    }
}
