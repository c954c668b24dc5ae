package org.starbridge.hammer.client.signalling;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.LoadTestException;

/** One of several bridges of a conference, as its focus asks it. Blocking; several threads may ask. */
public final class MeshBridge implements AutoCloseable {
    private final URI url;
    private final String relayId;
    private final ConferenceRequests requests;

    private MeshBridge(URI url, String relayId, ConferenceRequests requests) {
        this.url = url;
        this.relayId = relayId;
        this.requests = requests;
    }

    /**
     * Asks a bridge for its relay id.
     *
     * @param url its REST interface
     * @throws LoadTestException if it has no relays
     */
    public static MeshBridge at(URI url) throws InterruptedException {
        Colibri2Client client = new Colibri2Client(url);
        try {
            String relayId = client.stats().path("relay_id").asText("");
            if (!relayId.isEmpty()) {
                return new MeshBridge(url, relayId, client);
            }
        } catch (IOException e) {
            client.close();
            throw new LoadTestException("the bridge at " + url + " does not report its relay id: " + e.getMessage(), e);
        }
        client.close();
        throw new LoadTestException(
                "the bridge at " + url + " has no relay id: videobridge.relay.enabled, relay-id and region are needed");
    }

    /**
     * One that is asked in another way than by REST.
     *
     * @param url tells whether it is on this machine
     * @param requests closed with this
     */
    public static MeshBridge askedBy(ConferenceRequests requests, URI url, String relayId) {
        return new MeshBridge(url, relayId, requests);
    }

    /** Returns the host, which shows whether it is on this machine. */
    String host() {
        return String.valueOf(url.getHost());
    }

    String relayId() {
        return relayId;
    }

    ConferenceModified endpoint(String meetingId, EndpointModify endpoint, boolean isNew)
            throws IOException, InterruptedException {
        List<EndpointModify> endpoints = List.of(endpoint);
        return send(
                isNew
                        ? ConferenceModify.creating(meetingId, null, endpoints)
                        : ConferenceModify.updating(meetingId, endpoints));
    }

    RelayModified relay(String meetingId, RelayModify relay) throws IOException, InterruptedException {
        ConferenceModified answer =
                send(new ConferenceModify(meetingId, null, false, false, true, List.of(), List.of(relay), null));
        if (answer.relays().isEmpty()) {
            throw new LoadTestException(
                    "the bridge at " + url + " answered a relay request without any data about the relay");
        }
        return answer.relays().getFirst();
    }

    void end(String meetingId) throws IOException, InterruptedException {
        requests.expire(meetingId);
    }

    private ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException {
        try {
            return requests.send(request);
        } catch (Colibri2Exception e) {
            throw new LoadTestException(
                    "the bridge at " + url + " refused a request ("
                            + e.condition().wireName() + "): " + e.sentence(),
                    e);
        }
    }

    @Override
    public void close() {
        requests.close();
    }
}
