package org.starbridge.hammer.client.signalling;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.EndpointPlan;

/** Plays the focus for all endpoints of one conference: creates, updates and ends them by Colibri2. */
public final class ColibriSignalling implements Signalling {
    private final ConferenceRequests client;
    private final URI bridge;
    private final String meetingId;
    private final ColibriRequests requests;

    /**
     * @param client asks the bridge; closed with this
     * @param bridge where it is, which tells whether it is on this machine
     * @param requests what each endpoint is to be
     */
    public ColibriSignalling(ConferenceRequests client, URI bridge, String meetingId, ColibriRequests requests) {
        this.client = client;
        this.bridge = bridge;
        this.meetingId = meetingId;
        this.requests = requests;
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
    public BridgeTransport enter(EndpointPlan plan, ClientTransport own, boolean isFirst)
            throws IOException, InterruptedException {
        return enter(plan, isFirst);
    }

    /** Has an endpoint let in, whose own side {@link #answer} tells. */
    public BridgeTransport enter(EndpointPlan plan, boolean isFirst) throws IOException, InterruptedException {
        List<EndpointModify> endpoints = List.of(requests.create(plan));
        ConferenceModified answer = send(
                plan,
                isFirst
                        ? ConferenceModify.creating(meetingId, null, endpoints)
                        : ConferenceModify.updating(meetingId, endpoints));
        if (answer.endpoints().isEmpty()) {
            throw new LoadTestException("the bridge answered the creation of endpoint " + plan.id()
                    + " without any data about it: is it a Colibri2 bridge?");
        }
        BridgeTransport side = BridgeTransport.of(answer.endpoints().getFirst(), String.valueOf(bridge.getHost()));
        if (requests.needsDataChannel() && !side.hasDataChannel()) {
            throw new LoadTestException("the bridge answered without SCTP for endpoint " + plan.id()
                    + ": does its configuration exclude data channels?");
        }
        return side;
    }

    @Override
    public void answer(EndpointPlan plan, ClientTransport side) throws IOException, InterruptedException {
        update(plan, requests.complete(plan, side));
    }

    @Override
    public void muteVideo(EndpointPlan plan, boolean muted) throws IOException, InterruptedException {
        update(plan, requests.muteVideo(plan, muted));
    }

    @Override
    public void leave(EndpointPlan plan) throws IOException, InterruptedException {
        update(plan, requests.expire(plan));
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

    private void update(EndpointPlan plan, EndpointModify endpoint) throws IOException, InterruptedException {
        send(plan, ConferenceModify.updating(meetingId, List.of(endpoint)));
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
