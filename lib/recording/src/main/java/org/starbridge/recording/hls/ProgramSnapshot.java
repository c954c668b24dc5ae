package org.starbridge.recording.hls;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.frame.TrackFormat;

/**
 * A {@link Program} as it was at one moment. Does not change: any thread may read it.
 *
 * @param originMs the wall clock at time 0, in ms since 1970
 * @param audioFormat {@link Program#OPUS} or {@link Program#AAC}
 * @param videos low to high quality
 * @param isEnded whether nothing more comes
 */
public record ProgramSnapshot(
        HlsTiming timing,
        long originMs,
        TrackFormat audioFormat,
        RenditionSnapshot audio,
        List<RenditionSnapshot> videos,
        boolean isEnded) {
    /** All renditions. */
    public List<RenditionSnapshot> renditions() {
        return Stream.concat(videos.stream(), Stream.of(audio)).toList();
    }

    /** The rendition of this name; null if there is none. */
    public @Nullable RenditionSnapshot rendition(String name) {
        for (RenditionSnapshot video : videos) {
            if (video.name().equals(name)) {
                return video;
            }
        }
        return audio.name().equals(name) ? audio : null;
    }
}
