package org.starbridge.hammer.client.media;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.result.SentEncoding;
import org.starbridge.hammer.media.Replay;

/**
 * An endpoint's video on its way out: its encodings, and which of them are sent, which begin with a key frame and when,
 * as in a browser with lib-jitsi-meet. Owned by the driver.
 */
public final class OutgoingVideo {
    private final List<OutgoingStream> encodings;
    private final int[] heightsPx;
    private final boolean[] wanted;
    private final SenderConstraints constraints;

    /**
     * @param encodings low to high; empty if there is no video
     * @param heightsPx of each
     */
    OutgoingVideo(List<OutgoingStream> encodings, int[] heightsPx, SenderConstraints constraints) {
        this.encodings = List.copyOf(encodings);
        this.heightsPx = heightsPx.clone();
        this.constraints = constraints;
        wanted = new boolean[encodings.size()];
        Arrays.fill(wanted, true);
    }

    boolean isEmpty() {
        return encodings.isEmpty();
    }

    /** Low to high. */
    public List<OutgoingStream> encodings() {
        return encodings;
    }

    /** The encoding with this SSRC; null if it is none of ours. */
    @Nullable
    OutgoingStream of(int ssrc) {
        for (int i = 0; i < encodings.size(); i++) {
            if (encodings.get(i).sent().ssrc() == ssrc) {
                return encodings.get(i);
            }
        }
        return null;
    }

    /** As in browsers, whichever encoding is asked, all of them answer. */
    void onKeyFrameRequest() {
        for (int i = 0; i < encodings.size(); i++) {
            encodings.get(i).replay().jumpToKeyFrame();
        }
    }

    /**
     * The bridge says how high a picture receivers want, -1 any height, 0 none at all. If one encoding more has to be
     * sent, all encodings restart with a key frame.
     */
    public void onWanted(int maxHeightPx) {
        if (constraints == SenderConstraints.IGNORED) {
            return;
        }
        boolean isMore = false;
        for (int i = 0; i < wanted.length; i++) {
            boolean before = wanted[i];
            wanted[i] = isWanted(heightsPx[i], i == 0, maxHeightPx);
            isMore |= wanted[i] && !before;
            encodings.get(i).replay().want(wanted[i]);
        }
        if (isMore) {
            encodings.forEach(encoding -> encoding.replay().beginAnew());
        }
    }

    /**
     * Returns whether an encoding is to be sent: those up to the height that is wanted, and, so that something is
     * shown, the lowest one however high it is.
     *
     * @param maxHeightPx -1 any, 0 none
     */
    static boolean isWanted(int heightPx, boolean isLowest, int maxHeightPx) {
        return maxHeightPx < 0 || (maxHeightPx > 0 && (isLowest || heightPx <= maxHeightPx));
    }

    /** Returns what was sent of each encoding, low to high. */
    public List<SentEncoding> sent() {
        List<SentEncoding> sent = new ArrayList<>();
        for (int i = 0; i < heightsPx.length; i++) {
            OutgoingStream stream = encodings.get(i);
            Replay replay = stream.replay();
            sent.add(new SentEncoding(
                    heightsPx[i], stream.sent().sentInWindow(), replay.isSending(), replay.restarts()));
        }
        return sent;
    }
}
