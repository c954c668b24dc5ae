package org.starbridge.media.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;

/**
 * A source of a plan.
 *
 * @param sender the member that sends it
 * @param encodings its encodings, low to high, 1 or more
 * @param handles theirs
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PlannedSource(Member sender, List<PlannedStream> encodings, int[] handles) {
    /** The source whose lowest encoding a stream is. */
    static PlannedSource of(Member sender, PlannedStream lowest) {
        List<PlannedStream> found = sender.encodingsOf(lowest.stream().ssrc());
        List<PlannedStream> encodings = found.isEmpty() ? List.of(lowest) : found;
        return new PlannedSource(
                sender,
                encodings,
                encodings.stream().mapToInt(PlannedStream::handle).toArray());
    }

    PlannedStream lowest() {
        return encodings.getFirst();
    }

    /** The SSRC of its lowest encoding, by which receivers' tables name it. */
    int ssrc() {
        return lowest().stream().ssrc();
    }

    /** The SSRC that repeats an encoding's packets, by the sender's FID groups; null if there is none. */
    @Nullable
    Integer retransmissionSsrc(PlannedStream encoding) {
        for (PlannedStream other : sender.streams()) {
            if (other.stream().use() == Use.RETRANSMISSION
                    && other.stream().original() == encoding.stream().ssrc()) {
                return other.stream().ssrc();
            }
        }
        return null;
    }

    boolean hasKeyFrames() {
        Stream stream = lowest().stream();
        return stream.kind() == MediaKind.VIDEO && stream.use() == Use.MEDIA;
    }
}
