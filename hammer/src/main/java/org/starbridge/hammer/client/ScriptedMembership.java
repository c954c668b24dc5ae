package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.URI;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.VideoEncoding;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.client.signalling.ColibriRequests;
import org.starbridge.hammer.client.signalling.ColibriSignalling;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.Codec;

/** A scripted endpoint's place in a conference: enters by Colibri2 with one audio and one video source, and leaves. */
final class ScriptedMembership implements AutoCloseable {
    private final EndpointPlan plan;
    private final int audioSsrc;
    private final int videoSsrc;
    private final boolean ownConference;
    private final ColibriSignalling signalling;
    private @Nullable BridgeTransport bridgeSide;

    /** @param ownConference whether the conference is made for it and ends with it */
    ScriptedMembership(URI bridge, String meetingId, boolean ownConference, Codec video, RandomGenerator random) {
        this.ownConference = ownConference;
        audioSsrc = random.nextInt(1 << 16, Integer.MAX_VALUE);
        videoSsrc = random.nextInt(1 << 16, Integer.MAX_VALUE);
        plan = new EndpointPlan(
                0,
                HexFormat.of().toHexDigits(random.nextInt()),
                new SentStream(0, 0, Codec.OPUS, audioSsrc),
                List.of(new VideoEncoding(new SentStream(1, 0, video, videoSsrc), 0)),
                audioSsrc);
        ColibriRequests requests = new ColibriRequests(video, false, false, ChannelKind.WS);
        signalling = new ColibriSignalling(new Colibri2Client(bridge), bridge, meetingId, requests);
    }

    String id() {
        return plan.id();
    }

    int audioSsrc() {
        return audioSsrc;
    }

    int videoSsrc() {
        return videoSsrc;
    }

    /** Returns the bridge's transport for it; null before it has entered. */
    @Nullable
    BridgeTransport bridgeSide() {
        return bridgeSide;
    }

    BridgeTransport enter() throws IOException, InterruptedException {
        BridgeTransport side = signalling.enter(plan, ownConference);
        bridgeSide = side;
        return side;
    }

    void answer(ClientTransport side) throws IOException, InterruptedException {
        signalling.answer(plan, side);
    }

    /** Ends the conference if it is its own, else the endpoint. */
    void leave() throws IOException, InterruptedException {
        if (ownConference && bridgeSide != null) {
            signalling.end();
        } else if (bridgeSide != null) {
            signalling.leave(plan);
        }
    }

    @Override
    public void close() {
        signalling.close();
    }
}
