package org.starbridge.hammer.client.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times at which one endpoint's pictures came, where the bridge chooses; and how much of the audio. Immutable.
 *
 * @param connectedNs when the endpoint had keys
 * @param fullLayerNs from then to the first picture of the highest encoding that it asked for; null if none came
 * @param switchesUp changes to a higher encoding in the window
 * @param switchesDown changes to a lower encoding in the window
 * @param freezes in the window, of all sources, as a browser counts them (W3C webrtc-stats, {@code freezeCount})
 * @param frozenNs how long all of them took, pauses before them included
 * @param longestFreezeNs the longest
 * @param audioExpected packets of others' audio in the window
 * @param audioReceived those that came
 * @param layers changes of the encoding that comes, of all sources, the oldest first; a bounded number
 */
public record PictureTimes(
        long connectedNs,
        @Nullable Long fullLayerNs,
        long switchesUp,
        long switchesDown,
        long freezes,
        long frozenNs,
        long longestFreezeNs,
        long audioExpected,
        long audioReceived,
        List<LayerChange> layers) {
    /**
     * A source's pictures come in another height.
     *
     * @param atNs when
     * @param source the sender's number
     * @param heightPx of the picture from then on
     */
    public record LayerChange(long atNs, int source, int heightPx) {}

    public PictureTimes {
        layers = List.copyOf(layers);
    }

    /** Share of the audio that did not come, 0 to 1. */
    public double audioLoss() {
        return audioExpected == 0 ? 0 : Math.max(0, 1 - (double) audioReceived / audioExpected);
    }
}
