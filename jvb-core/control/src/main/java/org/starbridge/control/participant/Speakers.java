package org.starbridge.control.participant;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.lastn.speech.SpeechActivity;

/** The order of speakers that the media side reported last, as endpoints. Guarded by the conference's lock. */
public final class Speakers {
    private SpeechActivity.Snapshot latest =
            new SpeechActivity.Snapshot(SpeechActivity.NO_SPEAKER, false, List.of(), List.of());

    /** Takes a report. The result says whether it has another dominant speaker. */
    public boolean update(SpeechActivity.Snapshot snapshot) {
        boolean isOther = snapshot.dominant() != latest.dominant() && snapshot.dominant() != SpeechActivity.NO_SPEAKER;
        latest = snapshot;
        return isOther;
    }

    /** The last speaker comes first; endpoints that are not in the report come last, in the given order. */
    public List<LocalEndpoint> inOrder(Collection<LocalEndpoint> endpoints) {
        List<LocalEndpoint> order = new ArrayList<>(endpoints);
        if (!latest.bySpeechActivity().isEmpty()) {
            Map<Integer, Integer> ranks = new HashMap<>();
            for (Integer key : latest.bySpeechActivity()) {
                ranks.put(key, ranks.size());
            }
            order.sort(Comparator.comparingInt(
                    endpoint -> ranks.getOrDefault(endpoint.participant().key(), Integer.MAX_VALUE)));
        }
        return order;
    }

    /** The dominant speaker; null if there is none, or it has left. */
    @Nullable
    public LocalEndpoint dominant(Collection<LocalEndpoint> endpoints) {
        for (LocalEndpoint endpoint : endpoints) {
            if (endpoint.participant().key() == latest.dominant()) {
                return endpoint;
            }
        }
        return null;
    }

    public boolean isRecent(LocalEndpoint endpoint) {
        return latest.recentSpeakers().contains(endpoint.participant().key());
    }

    /** The message to clients; null until an endpoint has spoken, or if all that have spoken left. */
    @Nullable
    public DominantSpeakerEndpointChangeEvent event(Collection<LocalEndpoint> endpoints) {
        if (latest.recentSpeakers().isEmpty()) {
            return null;
        }
        Map<Integer, String> ids = new HashMap<>();
        for (LocalEndpoint endpoint : endpoints) {
            ids.put(endpoint.participant().key(), endpoint.id());
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
}
