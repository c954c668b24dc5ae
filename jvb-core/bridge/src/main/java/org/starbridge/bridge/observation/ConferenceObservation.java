package org.starbridge.bridge.observation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.impairment.Impairment;
import org.starbridge.bridge.impairment.ImpairmentJudge;
import org.starbridge.bridge.impairment.MachineFacts;
import org.starbridge.bridge.impairment.ParticipantFacts.Supply;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.relay.RelaySnapshot;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Reason;
import org.starbridge.lastn.allocation.SourceAllocation;

/** One conference under observation. Owned by the observer; {@link #participant} and {@link #events} by any thread. */
final class ConferenceObservation {
    private static final int FEW = 4;
    private static final int SILENT_LOOKS = 2;
    private static final int MOST_REMOTE = 4096;

    private final Map<String, ParticipantObservation> participants = new ConcurrentHashMap<>();
    private final Map<String, RelayWindow> relays = new HashMap<>();
    private final Map<String, Integer> silentRemotely = new HashMap<>();
    private final EventLog events = new EventLog();
    private @Nullable String speaker;
    private boolean isFirst = true;

    /**
     * Takes the conference's state; what is each participant's own is judged.
     *
     * @param memory whether there is memory for one more history
     */
    void look(ConferenceSnapshot conference, BooleanSupplier memory, long nowNs, long timeMs) {
        if (silentRemotely.size() > MOST_REMOTE) {
            silentRemotely.clear();
        }
        Map<String, Integer> wanted = wantedHeights(conference);
        List<String> ids =
                conference.endpoints().stream().map(EndpointSnapshot::id).toList();
        participants.keySet().removeIf(id -> {
            boolean hasLeft = !ids.contains(id);
            if (hasLeft) {
                events.add(timeMs, EventLog.Kind.LEFT, id, "");
            }
            return hasLeft;
        });
        for (EndpointSnapshot endpoint : conference.endpoints()) {
            ParticipantObservation known = participants.get(endpoint.id());
            if (known == null) {
                known = new ParticipantObservation(memory.getAsBoolean());
                participants.put(endpoint.id(), known);
                events.add(timeMs, EventLog.Kind.JOINED, endpoint.id(), isFirst ? "or was there before" : "");
            }
            known.look(endpoint, wanted, nowNs);
            known.logLayers(endpoint, events, timeMs);
        }
        relays.keySet()
                .retainAll(conference.relays().stream().map(RelaySnapshot::id).toList());
        conference
                .relays()
                .forEach(relay -> relays.computeIfAbsent(relay.id(), _ -> new RelayWindow())
                        .look(relay, nowNs));
        if (!Objects.equals(conference.dominantSpeaker(), speaker)) {
            speaker = conference.dominantSpeaker();
            if (speaker != null) {
                events.add(timeMs, EventLog.Kind.SPEAKS, speaker, "");
            }
        }
        isFirst = false;
    }

    /** Judges each participant by what is known of the others, of the relays and of the machine. */
    void judge(ConferenceSnapshot conference, MachineFacts machine, long nowNs, long timeMs) {
        Map<String, String> owners = new HashMap<>();
        conference
                .endpoints()
                .forEach(endpoint -> endpoint.sources().forEach(source -> owners.put(source, endpoint.id())));
        for (EndpointSnapshot endpoint : conference.endpoints()) {
            ParticipantObservation participant = participants.get(endpoint.id());
            if (participant != null) {
                Impairment verdict = participant.isJudgeable(endpoint)
                        ? ImpairmentJudge.judge(
                                participant.facts(endpoint, supplies(conference, endpoint, owners), nowNs), machine)
                        : Impairment.NONE;
                participant.impairment(endpoint.id(), verdict, events, timeMs);
            }
        }
    }

    /** Adds a row to every history. */
    void record(ConferenceSnapshot conference, long nowNs, long timeMs) {
        for (EndpointSnapshot endpoint : conference.endpoints()) {
            ParticipantObservation participant = participants.get(endpoint.id());
            if (participant != null) {
                participant.record(endpoint, nowNs, timeMs);
            }
        }
    }

    @Nullable
    ParticipantObservation participant(String id) {
        return participants.get(id);
    }

    EventLog events() {
        return events;
    }

    /** Number of participants that suffer by their own links or devices. */
    int sufferers() {
        return (int) participants.values().stream()
                .filter(participant -> participant.own().isSuffering())
                .count();
    }

    int size() {
        return participants.size();
    }

    long histories() {
        return participants.values().stream()
                .filter(participant -> participant.history() != null)
                .count();
    }

    private List<Supply> supplies(
            ConferenceSnapshot conference, EndpointSnapshot receiver, Map<String, String> owners) {
        List<SourceAllocation> wanted = receiver.allocation().sources().stream()
                .filter(source -> isWanted(source.reason()))
                .toList();
        List<Supply> supplies = new ArrayList<>();
        for (SourceAllocation source : wanted) {
            String owner = owners.get(source.name());
            boolean isProminent = wanted.size() <= FEW
                    || source.priority() == SourceAllocation.Priority.ON_STAGE
                    || Objects.equals(owner, conference.dominantSpeaker());
            Supply supply = owner == null ? remote(conference, source, isProminent) : local(source, owner, isProminent);
            if (supply != null && (supply.isSilent() || supply.trouble().isSuffering() || supply.relay() != null)) {
                supplies.add(supply);
            }
        }
        return supplies;
    }

    private @Nullable Supply local(SourceAllocation source, String owner, boolean isProminent) {
        ParticipantObservation sender = participants.get(owner);
        if (sender == null) {
            return null;
        }
        return new Supply(
                source.name(),
                owner,
                null,
                sender.isSilent(source.name()),
                sender.asSender(),
                Impairment.NONE,
                isProminent);
    }

    private @Nullable Supply remote(ConferenceSnapshot conference, SourceAllocation source, boolean isProminent) {
        for (RelaySnapshot relay : conference.relays()) {
            for (String endpoint : relay.endpoints()) {
                RelayWindow window = relays.get(relay.id());
                if (source.name().startsWith(endpoint + "-") && window != null) {
                    int silent = source.reason() == Reason.NO_LAYERS
                            ? silentRemotely.merge(source.name(), 1, Integer::sum)
                            : silentRemotely.merge(source.name(), 0, (_, _) -> 0);
                    return new Supply(
                            source.name(),
                            endpoint,
                            relay.id(),
                            silent
                                    >= SILENT_LOOKS
                                            * Math.max(1, conference.endpoints().size()),
                            Impairment.NONE,
                            window.impairment(),
                            isProminent);
                }
            }
        }
        return null;
    }

    private static boolean isWanted(Reason reason) {
        return switch (reason) {
            case NOT_WANTED, BEYOND_LAST_N, DISABLED, FORCE_MUTED -> false;
            case IDEAL, BANDWIDTH, HEADROOM, HELD_BACK, OVERSENT, BEHIND_ON_STAGE, NO_LAYERS -> true;
        };
    }

    /** The most that anyone wants of each source; negative for no limit. */
    private static Map<String, Integer> wantedHeights(ConferenceSnapshot conference) {
        Map<String, Integer> wanted = new HashMap<>();
        for (EndpointSnapshot endpoint : conference.endpoints()) {
            for (SourceAllocation source : endpoint.allocation().sources()) {
                wanted.merge(source.name(), source.maxHeightPx(), ConferenceObservation::higher);
            }
        }
        conference
                .relays()
                .forEach(relay -> relay.wantedHeightsPx()
                        .forEach((source, height) -> wanted.merge(source, height, ConferenceObservation::higher)));
        return wanted;
    }

    private static int higher(int a, int b) {
        return a == ReceiverConstraints.UNLIMITED || b == ReceiverConstraints.UNLIMITED
                ? ReceiverConstraints.UNLIMITED
                : Math.max(a, b);
    }
}
