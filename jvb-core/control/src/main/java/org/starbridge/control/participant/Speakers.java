package org.starbridge.control.participant;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** The order of speakers that the media side reported last, as participants. Guarded by the conference's lock. */
public final class Speakers {
    private static final int MAX_ID_BYTES = 4096;
    private static final int MAX_SPEAKERS = 1 << 16;

    private SpeechActivity.Snapshot latest =
            new SpeechActivity.Snapshot(SpeechActivity.NO_SPEAKER, false, List.of(), List.of());

    /** Takes a report. The result says whether it has another dominant speaker. */
    public boolean update(SpeechActivity.Snapshot snapshot) {
        boolean isOther = snapshot.dominant() != latest.dominant() && snapshot.dominant() != SpeechActivity.NO_SPEAKER;
        latest = snapshot;
        return isOther;
    }

    /** The last speaker comes first; participants that are not in the report come last, in the given order. */
    public List<Participant> inOrder(Collection<Participant> participants) {
        List<Participant> order = new ArrayList<>(participants);
        if (!latest.bySpeechActivity().isEmpty()) {
            Map<Integer, Integer> ranks = new HashMap<>();
            for (Integer key : latest.bySpeechActivity()) {
                ranks.put(key, ranks.size());
            }
            order.sort(Comparator.comparingInt(each -> ranks.getOrDefault(each.key(), Integer.MAX_VALUE)));
        }
        return order;
    }

    /** The dominant speaker; null if there is none, or it has left. */
    @Nullable
    public Participant dominant(Collection<Participant> participants) {
        for (Participant participant : participants) {
            if (participant.key() == latest.dominant()) {
                return participant;
            }
        }
        return null;
    }

    public boolean isRecent(Participant participant) {
        return latest.recentSpeakers().contains(participant.key());
    }

    /** The message to clients; null until an endpoint has spoken, or if all that have spoken left. */
    @Nullable
    public DominantSpeakerEndpointChangeEvent event(Collection<Participant> participants) {
        if (latest.recentSpeakers().isEmpty()) {
            return null;
        }
        Map<Integer, String> ids = new HashMap<>();
        for (Participant participant : participants) {
            ids.put(participant.key(), participant.id());
        }
        List<String> recent = new ArrayList<>();
        for (Integer key : latest.recentSpeakers()) {
            String id = ids.get(key);
            if (id != null) {
                recent.add(id);
            }
        }
        return recent.isEmpty()
                ? null
                : new DominantSpeakerEndpointChangeEvent(
                        recent.getFirst(), recent.subList(1, recent.size()), latest.silent());
    }

    /** Its part of a snapshot: participants by their ids, as numbers are others in another process. */
    public void state(State state, Collection<Participant> participants) throws StateException {
        Map<Integer, String> ids = new HashMap<>();
        Map<String, Integer> keys = new HashMap<>();
        for (Participant participant : participants) {
            ids.put(participant.key(), participant.id());
            keys.put(participant.id(), participant.key());
        }
        String dominant = state.text(ids.getOrDefault(latest.dominant(), ""), MAX_ID_BYTES);
        boolean isSilent = state.bool(latest.silent());
        List<Integer> recent = keys(state, latest.recentSpeakers(), ids, keys);
        List<Integer> order = keys(state, latest.bySpeechActivity(), ids, keys);
        latest = new SpeechActivity.Snapshot(
                keys.getOrDefault(dominant, SpeechActivity.NO_SPEAKER), isSilent, recent, order);
    }

    private static List<Integer> keys(
            State state, List<Integer> known, Map<Integer, String> ids, Map<String, Integer> keys)
            throws StateException {
        List<String> names =
                known.stream().map(ids::get).filter(Objects::nonNull).toList();
        return state.texts(names, MAX_SPEAKERS, MAX_ID_BYTES).stream()
                .map(keys::get)
                .filter(Objects::nonNull)
                .toList();
    }
}
