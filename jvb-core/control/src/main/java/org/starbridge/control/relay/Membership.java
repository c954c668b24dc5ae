package org.starbridge.control.relay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.selection.Member;

/** What takes part in the forwarding of one conference: endpoints and relays. Guarded by the conference's lock. */
public final class Membership {
    private final Endpoints endpoints;
    private final Relays relays;

    public Membership(Endpoints endpoints, Relays relays) {
        this.endpoints = endpoints;
        this.relays = relays;
    }

    /** The endpoints of this bridge, a live view. */
    public Collection<LocalEndpoint> endpoints() {
        return endpoints.all();
    }

    public List<RelaySnapshot> relays() {
        return relays.all().stream().map(Relay::snapshot).toList();
    }

    /** Everybody in the conference, those on other bridges included. */
    public List<Participant> participants() {
        return endpoints.participants();
    }

    /** Whether the height or the cost of sources' layers matters to a receiver or another bridge. */
    public boolean weighsLayers(long nowNs) {
        for (LocalEndpoint endpoint : endpoints.all()) {
            if (endpoint.weighsLayers(nowNs)) {
                return true;
            }
        }
        for (Relay relay : relays.all()) {
            if (relay.weighsLayers()) {
                return true;
            }
        }
        return false;
    }

    /** As selection sees them. */
    public List<Member> members(boolean withLayers, long nowNs) {
        List<Member> members = new ArrayList<>();
        endpoints.all().forEach(endpoint -> members.add(endpoint.member(withLayers, nowNs)));
        relays.all().forEach(relay -> members.add(relay.member(withLayers)));
        return members;
    }

    /** Those of endpoints, then those of relays. */
    public List<EndpointTransport> transports() {
        List<EndpointTransport> transports = new ArrayList<>();
        endpoints.all().forEach(endpoint -> transports.add(endpoint.transport()));
        relays.all().forEach(relay -> transports.add(relay.transport()));
        return transports;
    }
}
