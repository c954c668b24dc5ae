package org.starbridge.control.message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.selection.ConferenceSource;
import org.starbridge.control.selection.ReceiverSlots;
import org.starbridge.control.selection.Selection;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The slots of the endpoints whose SSRCs are rewritten. A mapping is sent to the client before the media workers get
 * it. A mapping that could not be sent, because the client's channel is not open or is full, is sent with the next
 * table or, together with all others, when a channel opens. Media does not wait for that: it takes another path and
 * could be faster anyway. Guarded by the conference's lock.
 */
public final class SourceMaps {
    private static final int SLOTS_PART = 10;

    private final SlotLimits limits;
    private final RandomGenerator random;
    private final Set<Integer> bridgeSsrcs;
    private final Endpoints endpoints;
    private final MessageSender sender;
    private final Map<Integer, ClientSourceMap> byEndpointKey = new HashMap<>();

    /** @param bridgeSsrcs SSRCs that no slot can have */
    public SourceMaps(
            SlotLimits limits,
            RandomGenerator random,
            Set<Integer> bridgeSsrcs,
            Endpoints endpoints,
            MessageSender sender) {
        this.limits = limits;
        this.random = random;
        this.bridgeSsrcs = bridgeSsrcs;
        this.endpoints = endpoints;
        this.sender = sender;
    }

    /**
     * Puts what endpoints with rewritten SSRCs get into their slots, and sends their clients the changes.
     *
     * @param bySpeech all participants, the last speaker first
     * @return the selection's table with slots; the same object if no endpoint has any
     */
    public ForwardingTable apply(Selection selection, List<Participant> bySpeech) {
        ForwardingTable table = selection.table();
        Map<Integer, LocalEndpoint> receivers = receivers();
        byEndpointKey.keySet().retainAll(receivers.keySet());
        if (endpoints.all().stream()
                .noneMatch(endpoint -> endpoint.capabilities().hasSsrcRewriting())) {
            return table;
        }
        Set<String> disabled = disabledSources();
        Set<Integer> taken = new HashSet<>(bridgeSsrcs);
        table.transports().forEach(transport -> transport.streams().forEach(stream -> taken.add(stream.ssrc())));
        List<ConferenceSource> sources = ConferenceSource.of(
                table, bySpeech.stream().map(Participant::key).toList());
        Map<Integer, Participant> byKey = byKey();
        List<Transport> transports = new ArrayList<>();
        for (Transport transport : table.transports()) {
            LocalEndpoint endpoint = receivers.get(transport.endpointKey());
            if (endpoint == null || !endpoint.capabilities().hasSsrcRewriting()) {
                transports.add(transport);
                continue;
            }
            ClientSourceMap map = byEndpointKey.computeIfAbsent(transport.endpointKey(), _ -> newSourceMap(endpoint));
            List<String> order = selection.allocation(transport.endpointKey()).sources().stream()
                    .map(SourceAllocation::name)
                    .toList();
            transports.add(map.assign(transport, sources, order, disabled, taken));
            map.sendChanges(byKey);
        }
        return table.with(table.version(), transports);
    }

    private Set<String> disabledSources() {
        Set<String> disabled = new HashSet<>();
        endpoints.participants().forEach(each -> disabled.addAll(each.disabledSources()));
        return disabled;
    }

    private Map<Integer, LocalEndpoint> receivers() {
        Map<Integer, LocalEndpoint> byKey = new HashMap<>();
        endpoints.all().forEach(endpoint -> byKey.put(endpoint.key(), endpoint));
        return byKey;
    }

    private Map<Integer, Participant> byKey() {
        Map<Integer, Participant> byKey = new HashMap<>();
        endpoints.participants().forEach(each -> byKey.put(each.key(), each));
        return byKey;
    }

    private ClientSourceMap newSourceMap(LocalEndpoint endpoint) {
        ReceiverSlots slots = new ReceiverSlots(
                endpoint.capabilities().slots(limits),
                random::nextInt,
                endpoint.capabilities().hasMidDemux());
        return new ClientSourceMap(endpoint, slots, sender);
    }

    /** The first slots of an endpoint with rewritten SSRCs, also while nothing is in them. */
    public ReceiverSlots.FirstSlots firstSlots(LocalEndpoint endpoint) {
        return byEndpointKey
                .computeIfAbsent(endpoint.key(), _ -> newSourceMap(endpoint))
                .firstSlots(bridgeSsrcs);
    }

    /** Returns what is in an endpoint's slots. */
    public List<EndpointDetails.Slot> slots(int endpointKey) {
        ClientSourceMap map = byEndpointKey.get(endpointKey);
        return map == null ? List.of() : map.slots();
    }

    /** A channel opened: its client gets all its mappings. */
    void onOpen(LocalEndpoint endpoint) {
        ClientSourceMap map = byEndpointKey.get(endpoint.key());
        if (map != null) {
            map.sendAll(byKey());
        }
    }

    /** Its part of a snapshot: the slots of each endpoint that has any, to be read after the endpoints. */
    public void state(State state) throws StateException {
        for (LocalEndpoint endpoint : endpoints.all()) {
            ClientSourceMap known = byEndpointKey.get(endpoint.key());
            state.part(SLOTS_PART, 1, part -> {
                if (part.bool(known != null)) {
                    ClientSourceMap map = known == null ? newSourceMap(endpoint) : known;
                    part.part(SLOTS_PART, 1, map::state);
                    byEndpointKey.put(endpoint.key(), map);
                }
            });
        }
    }
}
