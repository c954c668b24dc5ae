package org.starbridge.media.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.demux.Route;

/** Puts forwarding tables into the terms of workers. Guarded by its user. */
public final class Planner {
    private static final int ALL_ENCODINGS = (1 << LayerId.MAX_LAYERS) - 1;

    private final Map<Integer, Route> routes;
    private final StreamHandles handles = new StreamHandles();
    /** The worker that ranks a conference's speakers by their audio levels. */
    private final Map<String, Integer> listeners = new HashMap<>();
    /** Each conference's members in its newest plan, by their keys. */
    private final Map<String, Map<Integer, ConferencePlan.Member>> newest = new HashMap<>();

    /** @param routes of all endpoints, by their keys: live */
    public Planner(Map<Integer, Route> routes) {
        this.routes = routes;
    }

    public ConferencePlan plan(ForwardingTable table) {
        int listener = listener(table);
        Map<Integer, Long> workersBySsrc = receivingWorkers(table);
        Map<Integer, ConferencePlan.Member> known = newest.getOrDefault(table.conferenceId(), Map.of());
        Map<Integer, ConferencePlan.Member> members = new LinkedHashMap<>();
        for (Transport transport : table.transports()) {
            Route route = routes.get(transport.endpointKey());
            if (route != null) { // else expired meanwhile
                ConferencePlan.Member member = new ConferencePlan.Member(
                        route,
                        transport,
                        streams(table.conferenceId(), transport, listener, workersBySsrc),
                        table.version());
                members.put(route.endpointKey(), member.orAsIn(known.get(route.endpointKey())));
            }
        }
        if (members.isEmpty()) {
            newest.remove(table.conferenceId());
        } else {
            newest.put(table.conferenceId(), members);
        }
        return new ConferencePlan(
                table.conferenceId(),
                table.version(),
                List.copyOf(members.values()),
                listener,
                table.insistedAudio(),
                targetsByHandle(table, members.values()));
    }

    private List<ConferencePlan.PlannedStream> streams(
            String conferenceId, Transport transport, int listener, Map<Integer, Long> workersBySsrc) {
        List<ConferencePlan.PlannedStream> streams = new ArrayList<>();
        for (ForwardingTable.Participant participant : transport.participants()) {
            for (Stream stream : participant.streams()) {
                int handle = handles.of(conferenceId, transport.endpointKey(), stream.ssrc());
                boolean isHeard = stream.kind() == MediaKind.AUDIO && stream.use() == Use.MEDIA;
                long listening = isHeard ? 1L << listener : 0;
                long workers = workersBySsrc.getOrDefault(stream.lowest(), 0L) | listening;
                streams.add(new ConferencePlan.PlannedStream(handle, stream, workers, participant.key()));
            }
        }
        return List.copyOf(streams);
    }

    /** Returns which encodings receivers are to get of each source with several, by the handles of its streams. */
    private static Map<Integer, Integer> targetsByHandle(
            ForwardingTable table, Collection<ConferencePlan.Member> members) {
        Map<Integer, Integer> targetsBySsrc = targets(table);
        Map<Integer, Integer> targetsByHandle = new HashMap<>();
        for (ConferencePlan.Member member : members) {
            Set<Integer> simulcast = new HashSet<>();
            for (Stream stream : member.transport().streams()) {
                if (stream.encoding() > 0) {
                    simulcast.add(stream.lowest());
                }
            }
            for (ConferencePlan.PlannedStream planned : member.streams()) {
                int lowest = planned.stream().lowest();
                if (simulcast.contains(lowest)) {
                    targetsByHandle.put(planned.handle(), targetsBySsrc.getOrDefault(lowest, 0));
                }
            }
        }
        return targetsByHandle;
    }

    /** Returns which workers have receivers of each SSRC, one bit each. */
    private Map<Integer, Long> receivingWorkers(ForwardingTable table) {
        Map<Integer, Long> workersBySsrc = new HashMap<>();
        for (Transport transport : table.transports()) {
            Route route = routes.get(transport.endpointKey());
            if (route != null) {
                transport
                        .receivedStreams()
                        .forEach(ssrc -> workersBySsrc.merge(ssrc, 1L << route.owner(), (a, b) -> a | b));
            }
        }
        return workersBySsrc;
    }

    /** Returns which encodings receivers are to get of each source, by the SSRC of its lowest, one bit each. */
    private static Map<Integer, Integer> targets(ForwardingTable table) {
        Map<Integer, Integer> targetsBySsrc = new HashMap<>();
        for (Transport transport : table.transports()) {
            for (int ssrc : transport.receivedStreams()) {
                int layer = transport.target(ssrc);
                if (layer != ForwardingTable.SUSPENDED) {
                    targetsBySsrc.merge(ssrc, encodings(transport, layer), (a, b) -> a | b);
                }
            }
        }
        return targetsBySsrc;
    }

    private static int encodings(Transport receiver, int layer) {
        return switch (receiver.reception()) {
            case CHOSEN_LAYERS -> 1 << LayerId.encoding(layer);
            case EVERY_ENCODING -> ALL_ENCODINGS & (2 << LayerId.encoding(layer)) - 1; // with those below
        };
    }

    /**
     * A conference's levels always go to the same worker, which has their history: the worker of the first endpoint.
     */
    private int listener(ForwardingTable table) {
        if (table.transports().isEmpty()) {
            Integer last = listeners.remove(table.conferenceId());
            return last == null ? 0 : last;
        }
        return listeners.computeIfAbsent(table.conferenceId(), _ -> {
            Route first = routes.get(table.transports().getFirst().endpointKey());
            return first == null ? 0 : first.owner();
        });
    }

    /** All workers have the plan: what it does not mention any more may be used for others. */
    public void onTaken(ConferencePlan plan) {
        handles.retain(plan.conferenceId(), plan);
    }

    /** Streams that have a number. */
    public int streams() {
        return handles.size();
    }
}
