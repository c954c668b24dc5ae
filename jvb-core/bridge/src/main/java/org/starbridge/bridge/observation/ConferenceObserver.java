package org.starbridge.bridge.observation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.impairment.Impairment;
import org.starbridge.bridge.impairment.MachineFacts;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.media.api.MediaCounter;

/**
 * Observer of all conferences. One thread calls {@link #look} each {@value #INTERVAL_SECONDS} s; any thread reads.
 *
 * <p>Memory is bounded: histories of {@value #MOST_HISTORIES} participants, about 11 KB each.
 */
public final class ConferenceObserver {
    /** Time between two looks. */
    public static final int INTERVAL_SECONDS = 5;

    static final int MOST_HISTORIES = 1000;
    private static final int LOOKS_FOR_A_ROW = HistoryRing.ROW_SECONDS / INTERVAL_SECONDS;

    private final Map<String, ConferenceObservation> conferences = new ConcurrentHashMap<>();
    private final MachineWindow machine = new MachineWindow();
    private final HistoryRing history = new HistoryRing(
            List.of("received_bps", "sent_bps", "packets_sent_per_second", "busy_share", "conferences", "endpoints"));
    private volatile MachineFacts facts = MachineFacts.IDLE;
    private long looks;
    private long beforeNs;
    private @Nullable MachineReading before;

    /**
     * Takes the state of everything.
     *
     * @param nowNs on the media clock
     * @param timeMs since 1970
     */
    public void look(List<ConferenceSnapshot> snapshots, MachineReading reading, long nowNs, long timeMs) {
        MachineFacts figures = machine.look(reading, nowNs);
        conferences
                .keySet()
                .retainAll(snapshots.stream().map(ConferenceSnapshot::id).toList());
        AtomicLong histories = new AtomicLong(conferences.values().stream()
                .mapToLong(ConferenceObservation::histories)
                .sum());
        int sufferers = 0;
        int participants = 0;
        for (ConferenceSnapshot snapshot : snapshots) {
            ConferenceObservation conference =
                    conferences.computeIfAbsent(snapshot.id(), _ -> new ConferenceObservation());
            conference.look(snapshot, () -> histories.getAndIncrement() < MOST_HISTORIES, nowNs, timeMs);
            sufferers += conference.sufferers();
            participants += conference.size();
        }
        facts = new MachineFacts(
                figures.busyShare(),
                figures.kernelDropShare(),
                figures.lateDropShare(),
                figures.stalls(),
                participants == 0 ? 0 : (double) sufferers / participants,
                participants);
        boolean isRow = looks++ % LOOKS_FOR_A_ROW == 0;
        for (ConferenceSnapshot snapshot : snapshots) {
            ConferenceObservation conference = conferences.get(snapshot.id());
            if (conference != null) {
                conference.judge(snapshot, facts, nowNs, timeMs);
                if (isRow) {
                    conference.record(snapshot, nowNs, timeMs);
                }
            }
        }
        if (isRow) {
            record(reading, snapshots.size(), participants, nowNs, timeMs);
        }
    }

    private void record(MachineReading now, int conferenceCount, int participants, long nowNs, long timeMs) {
        if (before != null) {
            double seconds = (nowNs - beforeNs) / 1e9;
            history.add(
                    timeMs,
                    8 * risen(before, now, MediaCounter.BYTES_RECEIVED) / seconds,
                    8 * risen(before, now, MediaCounter.BYTES_SENT) / seconds,
                    risen(before, now, MediaCounter.PACKETS_SENT) / seconds,
                    facts.busyShare(),
                    conferenceCount,
                    participants);
        }
        before = now;
        beforeNs = nowNs;
    }

    private static double risen(MachineReading before, MachineReading now, MediaCounter counter) {
        return Math.max(0, now.media().count(counter) - before.media().count(counter));
    }

    /** Impairment of a participant, by the bridge-local id of its conference; none for an unknown participant. */
    public Impairment impairment(String conferenceId, String endpointId) {
        ConferenceObservation conference = conferences.get(conferenceId);
        ParticipantObservation participant = conference == null ? null : conference.participant(endpointId);
        return participant == null ? Impairment.NONE : participant.impairment();
    }

    /** The bridge's own state at the last look. */
    public MachineFacts machine() {
        return facts;
    }

    /** The bridge's figures of the last hour, as a JSON-like map. */
    public Map<String, Object> history() {
        return view(history, List.of());
    }

    /** The events of a conference in the last hour. */
    public Map<String, Object> history(String conferenceId) {
        ConferenceObservation conference = conferences.get(conferenceId);
        return view(null, conference == null ? List.of() : conference.events().view(""));
    }

    /** The figures and events of an endpoint in the last hour. */
    public Map<String, Object> history(String conferenceId, String endpointId) {
        ConferenceObservation conference = conferences.get(conferenceId);
        ParticipantObservation participant = conference == null ? null : conference.participant(endpointId);
        return view(
                participant == null ? null : participant.history(),
                conference == null ? List.of() : conference.events().view(endpointId));
    }

    private static Map<String, Object> view(@Nullable HistoryRing ring, List<Map<String, Object>> events) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("interval_seconds", HistoryRing.ROW_SECONDS);
        view.put("figures", ring == null ? Map.of() : ring.view());
        view.put("events", events);
        return view;
    }
}
