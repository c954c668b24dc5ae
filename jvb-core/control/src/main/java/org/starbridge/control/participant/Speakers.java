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
 * Who speaks, as the media side last told, in the control side's terms: endpoints are known there by their numbers. Guarded by the
 * conference's lock.
 */
public final class Speakers {
    private SpeechActivity.Snapshot latest =
            new SpeechActivity.Snapshot(SpeechActivity.NOBODY, false, List.of(), List.of());

    /** Whether another one has the floor than before. */
    public boolean update(SpeechActivity.Snapshot snapshot) {
        boolean isOther = snapshot.dominant() != latest.dominant() && snapshot.dominant() != SpeechActivity.NOBODY;
        latest = snapshot;
        return isOther;
    }

    /** Those who spoke last come first; of whom the media side knows nothing comes last, in the given order. */
    public List<Endpoint> inOrder(Collection<Endpoint> endpoints) {
        List<Endpoint> order = new ArrayList<>(endpoints);
        if (!latest.bySpeechActivity().isEmpty()) {
            Map<Integer, Integer> ranks = new HashMap<>();
            for (Integer key : latest.bySpeechActivity()) {
                ranks.put(key, ranks.size());
            }
            order.sort(Comparator.comparingInt(
                    endpoint -> ranks.getOrDefault(endpoint.media().key(), Integer.MAX_VALUE)));
        }
        return order;
    }

    /** Who has the floor; null if nobody does, or who does is gone. */
    @Nullable
    public Endpoint dominant(Collection<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            if (endpoint.media().key() == latest.dominant()) {
                return endpoint;
            }
        }
        return null;
    }

    public boolean isRecent(Endpoint endpoint) {
        return latest.recentSpeakers().contains(endpoint.media().key());
    }

    /** What clients are told; null as long as nobody has spoken, or if all who have are gone. */
    @Nullable
    public DominantSpeakerEndpointChangeEvent event(Collection<Endpoint> endpoints) {
        if (latest.recentSpeakers().isEmpty()) {
            return null;
        }
        Map<Integer, String> ids = new HashMap<>();
        for (Endpoint endpoint : endpoints) {
            ids.put(endpoint.media().key(), endpoint.id());
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
