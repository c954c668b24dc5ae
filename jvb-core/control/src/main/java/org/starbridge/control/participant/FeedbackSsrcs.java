package org.starbridge.control.participant;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;

/** Sender SSRCs of the RTCP that the bridge originates in a conference, the same for as long as it lasts. */
public record FeedbackSsrcs(int audio, int video) {
    /** Two different ones, neither 0: some stacks take 0 for "none". */
    public static FeedbackSsrcs choose(RandomGenerator random) {
        int audio = random.nextInt() | 1;
        int video = random.nextInt() & ~1;
        return new FeedbackSsrcs(audio, video == 0 ? 2 : video);
    }

    public Set<Integer> both() {
        return Set.of(audio, video);
    }

    /** As sources of the bridge's own, which is how clients hear of them. */
    public List<MediaSource> sources() {
        return List.of(source(MediaKind.AUDIO, "jvb-a0", audio), source(MediaKind.VIDEO, "jvb-v0", video));
    }

    private static MediaSource source(MediaKind kind, String name, int ssrc) {
        return new MediaSource(kind, name, false, List.of(Source.named(Integer.toUnsignedLong(ssrc), name)), List.of());
    }
}
