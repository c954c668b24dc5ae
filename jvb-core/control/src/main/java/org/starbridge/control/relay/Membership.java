package org.starbridge.control.relay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.request.SsrcHandover;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.Selection;
import org.starbridge.lastn.allocation.Budget;

/** Participants in the forwarding of one conference: endpoints and relays. Guarded by the conference's lock. */
public final class Membership {
    private final Endpoints endpoints;
    private final Relays relays;
    private final SsrcHandover ssrcs;
    private final MembershipExtension extension;

    /** That of a conference; the extension takes part in its selections beside endpoints and relays. */
    public Membership(Endpoints endpoints, Relays relays, SsrcHandover ssrcs, MembershipExtension extension) {
        this.extension = extension;
        this.endpoints = endpoints;
        this.relays = relays;
        this.ssrcs = ssrcs;
    }

    /** To be called before sources are selected: SSRCs that became free go to those that declared them, too. */
    public void handOverSsrcs() {
        ssrcs.run();
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

    /** Returns whether the height or the cost of sources' layers matters to a receiver or another bridge. */
    public boolean weighsLayers(long nowNs) {
        for (LocalEndpoint endpoint : endpoints.all()) {
            if (endpoint.weighsLayers(nowNs)) {
                return true;
            }
        }
        for (Relay relay : relays.all()) {
            if (relay.weighsLayers(nowNs)) {
                return true;
            }
        }
        return false;
    }

    /** As selection sees them. */
    public List<Member> members(boolean withLayers, long nowNs) {
        List<Member> members = new ArrayList<>();
        endpoints.all().forEach(endpoint -> members.add(endpoint.member(withLayers, nowNs)));
        relays.all().forEach(relay -> members.add(relay.member(withLayers, nowNs)));
        return extension.extend(members);
    }

    /** Returns how much video each receiver can take, endpoint or other bridge, by the number of its transport. */
    public Map<Integer, Budget> budgets(long nowNs) {
        Map<Integer, Budget> budgets = new HashMap<>();
        endpoints.all().forEach(endpoint -> budgets.put(endpoint.key(), endpoint.budget(nowNs)));
        relays.all().forEach(relay -> budgets.put(relay.transport().key(), relay.budget(nowNs)));
        return budgets;
    }

    /** Selection decided: tells the media side what everybody gets. */
    public void onSelected(Selection selection) {
        endpoints.all().forEach(LocalEndpoint::reportAllocation);
        for (Relay relay : relays.all()) {
            relay.downlink().onAllocation(selection.allocation(relay.transport().key()));
        }
        extension.onSelected(this);
    }

    /** The transports over which participants send. */
    public List<SendingTransport> sendingTransports() {
        List<SendingTransport> transports = new ArrayList<>();
        for (LocalEndpoint endpoint : endpoints.all()) {
            transports.add(new SendingTransport(
                    endpoint.transport().media(), endpoint.reception().negotiated(), List.of(endpoint.participant())));
        }
        for (Relay relay : relays.all()) {
            transports.add(new SendingTransport(
                    relay.transport().media(), relay.negotiated(), List.copyOf(relay.participants())));
        }
        return transports;
    }

    /** Those of endpoints, then those of relays. */
    public List<EndpointTransport> transports() {
        List<EndpointTransport> transports = new ArrayList<>();
        endpoints.all().forEach(endpoint -> transports.add(endpoint.transport()));
        relays.all().forEach(relay -> transports.add(relay.transport()));
        return transports;
    }
}
