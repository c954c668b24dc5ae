package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.BridgeChannelClient;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.Codec;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Plays the focus for all endpoints of one conference: creates, updates and ends them over REST, and opens their bridge
 * channels. Blocking; called on virtual threads.
 */
final class Signalling {
    private static final Duration CHANNEL_TIMEOUT = Duration.ofSeconds(10);

    private final ConferenceRequests client;
    private final HttpClient http;
    private final URI bridge;
    private final String meetingId;
    private final boolean rtx;
    private final Codec videoCodec;
    private final ChannelKind channel;
    private final Wish wish;

    Signalling(
            ConferenceRequests client,
            HttpClient http,
            URI bridge,
            String meetingId,
            Codec videoCodec,
            boolean rtx,
            ChannelKind channel,
            Wish wish) {
        this.wish = wish;
        this.client = client;
        this.http = http;
        this.bridge = bridge;
        this.meetingId = meetingId;
        this.videoCodec = videoCodec;
        this.rtx = rtx;
        this.channel = channel;
    }

    /** Allocates an endpoint, and the conference with the first one. */
    BridgeSide create(EndpointPlan plan, boolean withConference) throws IOException, InterruptedException {
        EndpointModify endpoint = EndpointModify.builder(plan.id())
                .create(true)
                .statsId("hammer-" + plan.number())
                .capability(Capabilities.SOURCE_NAMES)
                .media(Negotiated.audio())
                .media(Negotiated.video(videoCodec, rtx))
                .transport(new Transport(
                        true, false, false, null, channel == ChannelKind.SCTP ? new Sctp(null, null) : null))
                .build();
        ConferenceModified answer = send(
                plan,
                withConference
                        ? ConferenceModify.creating(meetingId, null, List.of(endpoint))
                        : ConferenceModify.updating(meetingId, List.of(endpoint)));
        if (answer.endpoints().isEmpty()) {
            throw new SwarmException("the bridge answered the creation of endpoint " + plan.id()
                    + " without saying anything about it: is it a Colibri2 bridge?");
        }
        return BridgeSide.of(answer.endpoints().get(0), bridge);
    }

    /** Tells the bridge our side: ICE credentials, certificate, sources. */
    void update(EndpointPlan plan, IceCredentials credentials, DtlsFingerprint fingerprint)
            throws IOException, InterruptedException {
        Fingerprint ours = new Fingerprint(fingerprint.hash(), fingerprint.value(), DtlsSetup.ACTIVE, false);
        IceUdpTransport ice = new IceUdpTransport(
                credentials.ufrag(), credentials.password(), null, true, List.of(), List.of(ours), List.of());
        EndpointModify endpoint = EndpointModify.builder(plan.id())
                .transport(Transport.of(ice))
                .sources(sources(plan))
                .build();
        send(plan, ConferenceModify.updating(meetingId, List.of(endpoint)));
    }

    private List<MediaSource> sources(EndpointPlan plan) {
        List<MediaSource> sources = new ArrayList<>();
        if (plan.audio() != null) {
            sources.add(audioSource(plan, plan.audio()));
        }
        if (!plan.video().isEmpty()) {
            sources.add(videoSource(plan));
        }
        return sources;
    }

    private static MediaSource audioSource(EndpointPlan plan, SentStream audio) {
        String name = plan.audioSource();
        List<Source> sources = List.of(Source.named(Integer.toUnsignedLong(audio.ssrc()), name));
        return new MediaSource(MediaKind.AUDIO, name, false, sources, List.of());
    }

    /** As lib-jitsi-meet declares it: a SIM group of the encodings, and an FID group of each with its retransmissions. */
    private static MediaSource videoSource(EndpointPlan plan) {
        String name = plan.videoSource();
        List<Source> sources = new ArrayList<>();
        List<SsrcGroup> groups = new ArrayList<>();
        List<Long> primaries = plan.video().stream()
                .map(encoding -> Integer.toUnsignedLong(encoding.stream().ssrc()))
                .toList();
        if (primaries.size() > 1) {
            groups.add(new SsrcGroup(SsrcGroup.SIM, primaries));
        }
        for (VideoEncoding encoding : plan.video()) {
            long ssrc = Integer.toUnsignedLong(encoding.stream().ssrc());
            sources.add(Source.named(ssrc, name));
            if (encoding.rtxSsrc() != 0) {
                long rtxSsrc = Integer.toUnsignedLong(encoding.rtxSsrc());
                sources.add(Source.named(rtxSsrc, name));
                groups.add(new SsrcGroup(SsrcGroup.FID, List.of(ssrc, rtxSsrc)));
            }
        }
        return new MediaSource(MediaKind.VIDEO, name, false, sources, groups);
    }

    /**
     * Opens the bridge channel as a WebSocket, if it is to be one and the bridge has one, and says the wish.
     *
     * @param told takes what the bridge says
     * @return the channel, to be closed by the caller; null if the bridge offers none
     * @throws IOException if none of the offered URLs opens
     */
    @Nullable
    BridgeChannelClient openChannel(BridgeSide bridgeSide, Told told) throws IOException, InterruptedException {
        if (channel != ChannelKind.WS) {
            return null;
        }
        IOException problem = null;
        for (URI url : bridgeSide.webSockets()) {
            try {
                BridgeChannelClient channel = BridgeChannelClient.connect(http, url, CHANNEL_TIMEOUT, told::onMessage);
                channel.send(wish.toMessage());
                return channel;
            } catch (IOException e) {
                problem = e;
            }
        }
        if (problem != null) {
            throw problem;
        }
        return null;
    }

    /** Ends one endpoint. */
    void expire(EndpointPlan plan) throws IOException, InterruptedException {
        send(
                plan,
                ConferenceModify.updating(
                        meetingId,
                        List.of(EndpointModify.builder(plan.id()).expire(true).build())));
    }

    /** Ends the conference and everybody in it. */
    void expire() throws IOException, InterruptedException {
        client.expire(meetingId);
    }

    private ConferenceModified send(EndpointPlan plan, ConferenceModify request)
            throws IOException, InterruptedException {
        try {
            return client.send(request);
        } catch (Colibri2Exception e) {
            throw new SwarmException(
                    "the bridge refused endpoint " + plan.id() + " ("
                            + e.condition().wireName() + "): " + e.sentence(),
                    e);
        }
    }
}
