package org.starbridge.jvb.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.ForwardingTable.Participant;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MediaKind;

/** Puts forwarding tables into the terms of workers. Guarded by its user. */
final class Planner {
    private final Map<Integer, Route> routes;
    private final StreamHandles handles = new StreamHandles();
    /** The worker that hears a conference's levels. */
    private final Map<String, Integer> listeners = new HashMap<>();
    /** Each conference's members in its newest plan, by their keys. */
    private final Map<String, Map<Integer, ConferencePlan.Member>> newest = new HashMap<>();

    /** @param routes of all endpoints, by their keys: live */
    Planner(Map<Integer, Route> routes) {
        this.routes = routes;
    }

    ConferencePlan plan(ForwardingTable table) {
        int listener = listener(table);
        Map<Integer, Long> workersBySsrc = receivingWorkers(table);
        Map<Integer, ConferencePlan.Member> known = newest.getOrDefault(table.conferenceId(), Map.of());
        Map<Integer, ConferencePlan.Member> members = new LinkedHashMap<>();
        for (Participant participant : table.participants()) {
            Route route = routes.get(participant.endpointKey());
            if (route != null) { // else expired meanwhile
                ConferencePlan.Member member = new ConferencePlan.Member(
                        route,
                        participant,
                        streams(table.conferenceId(), participant, listener, workersBySsrc),
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
                table.conferenceId(), table.version(), List.copyOf(members.values()), listener, table.insistedAudio());
    }

    private List<ConferencePlan.PlannedStream> streams(
            String conferenceId, Participant participant, int listener, Map<Integer, Long> workersBySsrc) {
        List<ConferencePlan.PlannedStream> streams = new ArrayList<>();
        for (Stream stream : participant.streams()) {
            int handle = handles.of(conferenceId, participant.endpointKey(), stream.ssrc());
            boolean isHeard = stream.kind() == MediaKind.AUDIO && stream.use() == Use.MEDIA;
            long listening = isHeard ? 1L << listener : 0;
            streams.add(new ConferencePlan.PlannedStream(
                    handle, stream, workersBySsrc.getOrDefault(stream.lowest(), 0L) | listening));
        }
        return List.copyOf(streams);
    }

    /** Which workers have receivers of each SSRC, one bit each. */
    private Map<Integer, Long> receivingWorkers(ForwardingTable table) {
        Map<Integer, Long> workersBySsrc = new HashMap<>();
        for (Participant participant : table.participants()) {
            Route route = routes.get(participant.endpointKey());
            if (route != null) {
                participant
                        .receivedStreams()
                        .forEach(ssrc -> workersBySsrc.merge(ssrc, 1L << route.owner(), (a, b) -> a | b));
            }
        }
        return workersBySsrc;
    }

    /** A conference's levels always go to the same worker, which knows what was heard before: that of who came first. */
    private int listener(ForwardingTable table) {
        if (table.participants().isEmpty()) {
            Integer last = listeners.remove(table.conferenceId());
            return last == null ? 0 : last;
        }
        return listeners.computeIfAbsent(table.conferenceId(), _ -> {
            Route first = routes.get(table.participants().getFirst().endpointKey());
            return first == null ? 0 : first.owner();
        });
    }

    /** All workers have the plan: what it does not mention any more may be used for others. */
    void onTaken(ConferencePlan plan) {
        handles.retain(plan.conferenceId(), plan);
    }

    /** Streams that have a number. */
    int streams() {
        return handles.size();
    }
}
