package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Others' video that one endpoint got, or several together, where the bridge chooses, beside what they asked for.
 * Immutable.
 *
 * @param longestWaitNs in the window, from the message that the bridge forwards a source, or from its sender's first
 *     packet if that is later, to the source's first picture
 * @param longestPauseNs in the window, between two pictures of a source that the bridge was forwarding
 */
public record SelectionCount(
        @JsonUnwrapped Sources sources,
        @JsonUnwrapped Changes changes,
        @JsonUnwrapped Pictures pictures,
        @JsonProperty("longestWaitNanos") long longestWaitNs,
        @JsonProperty("longestPauseNanos") long longestPauseNs) {
    /** A picture that stands still for longer is a freeze. */
    public static final long FREEZE_NS = 1_000_000_000;

    /**
     * Sources at the end of the window.
     *
     * @param expected how many the request comes to
     * @param told how many the bridge said last that it forwards; null if it said nothing
     * @param received those that flowed
     * @param beginning those that the bridge announced less than a second before, of which nothing had come yet
     * @param heightExpected height in pixels that the request comes to, of what is sent; -1 if unknown
     * @param heights how many of those received had which height, by the last key frame's header
     * @param silent names of the sources that the bridge said it forwards, and that did not flow
     */
    public record Sources(
            @JsonProperty("sourcesExpected") int expected,
            @JsonProperty("sourcesTold") @Nullable Integer told,
            @JsonProperty("sourcesReceived") int received,
            @JsonProperty("sourcesBeginning") int beginning,
            @JsonProperty int heightExpected,
            @JsonProperty("sourcesByHeight") SortedMap<Integer, Integer> heights,
            @JsonProperty("toldButSilent") List<String> silent) {
        public Sources {
            heights = Collections.unmodifiableSortedMap(new TreeMap<>(heights));
            silent = List.copyOf(silent);
        }

        /** Returns how many of those received had the height that was expected. */
        public int atHeight() {
            return heights.getOrDefault(heightExpected, 0);
        }

        private Sources plus(Sources other) {
            SortedMap<Integer, Integer> both = new TreeMap<>(heights);
            other.heights.forEach((height, n) -> both.merge(height, n, Integer::sum));
            return new Sources(
                    expected + other.expected,
                    told == null || other.told == null ? null : (Integer) (told + other.told),
                    received + other.received,
                    beginning + other.beginning,
                    heightExpected,
                    both,
                    Stream.concat(silent.stream(), other.silent.stream()).toList());
        }
    }

    /**
     * Changes of what comes.
     *
     * @param up to a higher encoding, since the start
     * @param down to a lower encoding, since the start
     * @param beginnings sources that began to flow, or began again after a second's silence, in the window
     */
    public record Changes(
            @JsonProperty("switchesUp") long up,
            @JsonProperty("switchesDown") long down,
            @JsonProperty long beginnings) {
        private Changes plus(Changes other) {
            return new Changes(up + other.up, down + other.down, beginnings + other.beginnings);
        }
    }

    /**
     * Pictures since the start.
     *
     * @param shown whole pictures that a decoder could show
     * @param undecodable those that it could not though nothing was lost: not whole, or without what they refer to
     * @param broken those that it could not because of a loss; losses in the window count as such
     * @param early pictures that came before a source's first key frame; a decoder throws them away
     * @param cutOff pictures without their end where the bridge took a source away; no decoder minds, as a key frame
     *     follows
     * @param thin sources that came at a lower frame rate than they were sent, in the window
     */
    public record Pictures(
            @JsonProperty("pictures") long shown,
            @JsonProperty("picturesUndecodable") long undecodable,
            @JsonProperty("picturesBroken") long broken,
            @JsonProperty("picturesEarly") long early,
            @JsonProperty("picturesCutOff") long cutOff,
            ThinPictures thin) {
        private Pictures plus(Pictures other) {
            return new Pictures(
                    shown + other.shown,
                    undecodable + other.undecodable,
                    broken + other.broken,
                    early + other.early,
                    cutOff + other.cutOff,
                    thin.plus(other.thin));
        }
    }

    /** Both together; the longest wait and pause of either. */
    public SelectionCount plus(SelectionCount other) {
        return new SelectionCount(
                sources.plus(other.sources),
                changes.plus(other.changes),
                pictures.plus(other.pictures),
                Math.max(longestWaitNs, other.longestWaitNs),
                Math.max(longestPauseNs, other.longestPauseNs));
    }

    /**
     * Returns whether one endpoint got exactly what it asked for or was about to, the bridge said so, and it could be
     * shown without a freeze.
     */
    public boolean isRight() {
        return sources.received + sources.beginning == sources.expected
                && (sources.told == null || sources.told == sources.expected)
                && sources.atHeight() == sources.received
                && pictures.undecodable == 0
                && longestWaitNs <= FREEZE_NS
                && longestPauseNs <= FREEZE_NS;
    }
}
