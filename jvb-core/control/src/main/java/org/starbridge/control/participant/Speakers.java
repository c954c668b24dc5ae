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

/**
 * Who speaks, as the media side last told, in the control side's terms: endpoints are known there by their numbers.
 * Guarded by the conference's lock.
 */
public final class Speakers {
    private SpeechActivity.Snapshot latest =
            new SpeechActivity.Snapshot(SpeechActivity.NO_SPEAKER, false, List.of(), List.of());

    /** Whether another one has the floor than before. */
    public boolean update(SpeechActivity.Snapshot snapshot) {
        boolean isOther = snapshot.dominant() != latest.dominant() && snapshot.dominant() != SpeechActivity.NO_SPEAKER;
        latest = snapshot;
        return isOther;
    }

    /** Those who spoke last come first; of whom the media side knows nothing comes last, in the given order. */
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

    /** Who has the floor; null if nobody does, or who does is gone. */
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

    /** What clients are told; null as long as nobody has spoken, or if all who have are gone. */
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
