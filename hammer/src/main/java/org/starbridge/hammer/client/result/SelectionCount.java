package org.starbridge.hammer.client.result;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.media.SelectedSources;
import org.starbridge.hammer.measure.SelectedSource;

/**
 * What one endpoint got of the others' video, where the bridge chooses, beside what it asked for. Immutable.
 *
 * @param sourcesExpected how many its wish comes to
 * @param sourcesTold how many the bridge said last that it forwards; null if it said nothing
 * @param sourcesReceived those that flowed at the window's end
 * @param sourcesBeginning those that the bridge announced less than a second before, of which nothing had come yet
 * @param heightExpected pixels of what its wish comes to, of what is sent; -1 if unknown
 * @param heights how many of those received had which height, by the last key frame's header
 * @param switchesUp changes to a higher encoding, since the start
 * @param switchesDown changes to a lower encoding, since the start
 * @param beginnings sources that began to flow, or began again after a second's silence, in the window
 * @param pictures whole pictures that a decoder could show, since the start
 * @param picturesUndecodable those that it could not though nothing was lost: not whole, or without what they refer to
 * @param picturesBroken those that it could not because of a loss; losses in the window count as such
 * @param picturesEarly pictures that came before a source's first key frame; a decoder throws them away
 * @param picturesCutOff pictures without their end where the bridge took a source away; no decoder minds, as a key frame follows
 * @param longestWaitNs in the window, from the bridge's word that it forwards a source to its first picture
 * @param longestPauseNs in the window, between two pictures of a source that the bridge was forwarding
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
        List<String> silent) {
    /** A picture that stands still for longer is a freeze. */
    public static final long FREEZE_NS = 1_000_000_000;

    public SelectionCount {
        heights = Collections.unmodifiableSortedMap(new TreeMap<>(heights));
        silent = List.copyOf(silent);
    }

    static SelectionCount of(SelectedSources sources, int sourcesExpected, int heightExpected) {
        SortedMap<Integer, Integer> heights = new TreeMap<>();
        int received = 0;
        int beginning = 0;
        long up = 0;
        long down = 0;
        long beginnings = 0;
        long pictures = 0;
        long undecodable = 0;
        long broken = 0;
        long early = 0;
        long cutOff = 0;
        long waitNs = 0;
        long pauseNs = 0;
        for (SelectedSource source : sources.all()) {
            if (source.wasFlowing()) {
                received++;
                heights.merge(source.heightPx(), 1, Integer::sum);
            }
            beginning += source.wasBeginning() ? 1 : 0;
            up += source.switchesUp();
            down += source.switchesDown();
            beginnings += source.beginnings();
            pictures += source.pictures();
            undecodable += source.undecodablePictures();
            broken += source.brokenPictures();
            early += source.earlyPictures();
            cutOff += source.cutOffPictures();
            waitNs = Math.max(waitNs, source.longestWaitNs());
            pauseNs = Math.max(pauseNs, source.longestPauseNs());
        }
        return new SelectionCount(
                sourcesExpected,
                sources.told(),
                received,
                beginning,
                heightExpected,
                heights,
                up,
                down,
                beginnings,
                pictures,
                undecodable,
                broken,
                early,
                cutOff,
                waitNs,
                pauseNs,
                sources.toldButSilent());
    }

    /** How many of those received had the height that was expected. */
    public int sourcesAtHeight() {
        return heights.getOrDefault(heightExpected, 0);
    }

    /** Whether it got exactly what it asked for or was about to, the bridge told so, and it could be shown without a freeze. */
    public boolean isRight() {
        return sourcesReceived + sourcesBeginning == sourcesExpected
                && (sourcesTold == null || sourcesTold == sourcesExpected)
                && sourcesAtHeight() == sourcesReceived
                && picturesUndecodable == 0
                && longestWaitNs <= FREEZE_NS
                && longestPauseNs <= FREEZE_NS;
    }
}
