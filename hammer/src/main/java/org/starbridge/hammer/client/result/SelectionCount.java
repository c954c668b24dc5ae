package org.starbridge.hammer.client.result;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Others' video that one endpoint got, where the bridge chooses, beside what it asked for. Immutable.
 *
 * @param sourcesExpected how many its request comes to
 * @param sourcesTold how many the bridge said last that it forwards; null if it said nothing
 * @param sourcesReceived those that flowed at the window's end
 * @param sourcesBeginning those that the bridge announced less than a second before, of which nothing had come yet
 * @param heightExpected height in pixels that its request comes to, of what is sent; -1 if unknown
 * @param heights how many of those received had which height, by the last key frame's header
 * @param switchesUp changes to a higher encoding, since the start
 * @param switchesDown changes to a lower encoding, since the start
 * @param beginnings sources that began to flow, or began again after a second's silence, in the window
 * @param pictures whole pictures that a decoder could show, since the start
 * @param picturesUndecodable those that it could not though nothing was lost: not whole, or without what they refer to
 * @param picturesBroken those that it could not because of a loss; losses in the window count as such
 * @param picturesEarly pictures that came before a source's first key frame; a decoder throws them away
 * @param picturesCutOff pictures without their end where the bridge took a source away; no decoder minds, as a key
 *     frame follows
 * @param longestWaitNs in the window, from the message that the bridge forwards a source, or from its sender's first
 *     packet if that is later, to the source's first picture
 * @param longestPauseNs in the window, between two pictures of a source that the bridge was forwarding
 * @param thin sources that came at a lower frame rate than they were sent, in the window
 * @param silent names of the sources that the bridge said it forwards, and that did not flow at the window's end
 */
public record SelectionCount(
        int sourcesExpected,
        @Nullable Integer sourcesTold,
        int sourcesReceived,
        int sourcesBeginning,
        int heightExpected,
        SortedMap<Integer, Integer> heights,
        long switchesUp,
        long switchesDown,
        long beginnings,
        long pictures,
        long picturesUndecodable,
        long picturesBroken,
        long picturesEarly,
        long picturesCutOff,
        long longestWaitNs,
        long longestPauseNs,
        ThinPictures thin,
        List<String> silent) {
    /** A picture that stands still for longer is a freeze. */
    public static final long FREEZE_NS = 1_000_000_000;

    public SelectionCount {
        heights = Collections.unmodifiableSortedMap(new TreeMap<>(heights));
        silent = List.copyOf(silent);
    }

    /** Returns how many of those received had the height that was expected. */
    public int sourcesAtHeight() {
        return heights.getOrDefault(heightExpected, 0);
    }

    /**
     * Returns whether it got exactly what it asked for or was about to, the bridge said so, and it could be shown
     * without a freeze.
     */
    public boolean isRight() {
        return sourcesReceived + sourcesBeginning == sourcesExpected
                && (sourcesTold == null || sourcesTold == sourcesExpected)
                && sourcesAtHeight() == sourcesReceived
                && picturesUndecodable == 0
                && longestWaitNs <= FREEZE_NS
                && longestPauseNs <= FREEZE_NS;
    }
}
