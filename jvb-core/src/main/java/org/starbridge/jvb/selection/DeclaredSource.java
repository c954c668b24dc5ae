package org.starbridge.jvb.selection;

import java.util.List;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.MediaKind;

/**
 * A camera, microphone or screen as its owner declared it.
 *
 * @param name its Colibri2 name, {@code 1a2b3c4d-v0}
 * @param kind audio or video
 * @param ssrcs every SSRC of it, and what that carries
 * @param encodings SSRCs of its encodings, low to high quality: the {@code SIM} group if there is one
 * @param simulcast whether the encodings are alternatives of one picture, of which a receiver gets one
 */
public record DeclaredSource(
        String name, MediaKind kind, List<DeclaredSsrc> ssrcs, List<Integer> encodings, boolean simulcast) {
    public DeclaredSource {
        ssrcs = List.copyOf(ssrcs);
        encodings = List.copyOf(encodings);
    }

    /**
     * One SSRC.
     *
     * @param original the SSRC whose packets it repeats or corrects; of media, its own
     */
    public record DeclaredSsrc(int ssrc, ForwardingTable.Use use, int original) {
        /** One that belongs to no group. */
        public DeclaredSsrc(int ssrc, ForwardingTable.Use use) {
            this(ssrc, use, ssrc);
        }
    }

    /**
     * The SSRCs that a receiver of this source gets. Of simulcast encodings that is the first, the lowest, until layers are
     * chosen by bandwidth and size; without simulcast it is every encoding.
     */
    public List<Integer> forwardedSsrcs() {
        return simulcast && !encodings.isEmpty() ? encodings.subList(0, 1) : encodings;
    }
}
