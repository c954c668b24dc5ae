package org.starbridge.control.selection;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;

/**
 * A participant as selection sees it: its sources.
 *
 * @param key its number, see {@link org.starbridge.media.api.ForwardingTable.Participant#key}
 * @param sources what it declared to send
 * @param mutedKinds kinds of which everything it sends is dropped (force-mute)
 * @param video what else is known of its video sources
 */
public record Sender(int key, List<DeclaredSource> sources, Set<MediaKind> mutedKinds, Video video) {
    public Sender {
        sources = List.copyOf(sources);
        mutedKinds = Set.copyOf(mutedKinds);
    }

    /**
     * Content of video sources.
     *
     * @param disabled names of those that their client muted
     * @param screens names of those that are no cameras
     * @param layers what is measured of them, by the SSRC of the lowest encoding; of those that are not in it their
     *     encodings are taken for what they usually are
     */
    public record Video(Set<String> disabled, Set<String> screens, Map<Integer, LayersSnapshot> layers) {
        /** Cameras of which nothing is known yet. */
        public static final Video CAMERAS = new Video(Set.of(), Set.of(), Map.of());

        public Video {
            disabled = Set.copyOf(disabled);
            screens = Set.copyOf(screens);
            layers = Map.copyOf(layers);
        }
    }
}
