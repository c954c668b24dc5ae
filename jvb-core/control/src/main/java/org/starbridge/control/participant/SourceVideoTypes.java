package org.starbridge.control.participant;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.VideoType;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Video types of an endpoint's sources: as its client last said over its channel, else as its focus declared it, else a
 * camera. A client may speak before the focus declares the source, so undeclared names are kept, up to a limit. Guarded
 * by the conference's lock.
 */
public final class SourceVideoTypes {
    private static final int MAX_TYPES = 1 << 16;
    private static final int MAX_NAME_BYTES = 4096;

    private final int limit;
    private final Map<String, VideoType> announced = new HashMap<>();
    private final Map<String, VideoType> shown = new HashMap<>();
    private Map<String, VideoType> declared = Map.of();

    /** @param limit how many sources a client may speak of */
    public SourceVideoTypes(int limit) {
        this.limit = limit;
    }

    /** The focus declared the whole set of sources. */
    public void declare(List<MediaSource> sources) {
        Map<String, VideoType> types = new HashMap<>();
        for (MediaSource source : sources) {
            for (Source each : source.sources()) {
                VideoType type = each.videoType();
                if (type != null) {
                    types.putIfAbsent(source.id(), type);
                }
            }
        }
        declared = types;
    }

    /** The client says what a source shows. False if it spoke of too many. */
    public boolean tell(String sourceName, VideoType type) {
        if (announced.size() >= limit && !announced.containsKey(sourceName)) {
            return false;
        }
        announced.put(sourceName, type);
        if (!isNothing(type)) {
            shown.put(sourceName, type);
        }
        return true;
    }

    /** Returns what a source shows, or showed before its owner muted it. */
    public VideoType whenShown(String sourceName) {
        VideoType type = of(sourceName);
        return isNothing(type) ? shown.getOrDefault(sourceName, VideoType.CAMERA) : type;
    }

    public VideoType of(String sourceName) {
        VideoType type = announced.get(sourceName);
        return type == null ? declared.getOrDefault(sourceName, VideoType.CAMERA) : type;
    }

    /** Returns whether its owner muted it. */
    public boolean isDisabled(String sourceName) {
        return isNothing(of(sourceName));
    }

    private static boolean isNothing(VideoType type) {
        return type == VideoType.NONE || type == VideoType.DISABLED;
    }

    void state(State state) throws StateException {
        state(state, announced);
        state(state, shown);
        Map<String, VideoType> types = new HashMap<>(declared);
        state(state, types);
        declared = types;
    }

    private static void state(State state, Map<String, VideoType> types) throws StateException {
        types.putAll(state.map(
                types,
                MAX_TYPES,
                (each, name) -> each.text(name == null ? "" : name, MAX_NAME_BYTES),
                (each, type) -> each.choice(type == null ? VideoType.CAMERA : type, VideoType.values())));
    }
}
