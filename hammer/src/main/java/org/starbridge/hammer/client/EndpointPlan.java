package org.starbridge.hammer.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.SentStream;

/**
 * What one endpoint is, decided before anybody joins.
 *
 * @param number from 0; senders first
 * @param id its name in Colibri2: eight hex digits
 * @param audio null if it sends none
 * @param video its encodings, low to high; empty if it sends none
 * @param rtcpSsrc in whose name it reports: one of its own streams', or one of its own that nobody was told of
 */
record EndpointPlan(int number, String id, @Nullable SentStream audio, List<VideoEncoding> video, int rtcpSsrc) {
    EndpointPlan {
        video = List.copyOf(video);
    }

    String audioSource() {
        return id + "-a0";
    }

    String videoSource() {
        return id + "-v0";
    }

    /** The SSRC under which its video is known to others; if it sends none, the one in whose name it reports. */
    int videoSsrc() {
        return video.isEmpty() ? rtcpSsrc : video.get(0).stream().ssrc();
    }

    /** What it sends: none, or audio, or the encodings of its video, or all of that. */
    List<SentStream> streams() {
        List<SentStream> streams = new ArrayList<>();
        if (audio != null) {
            streams.add(audio);
        }
        video.forEach(encoding -> streams.add(encoding.stream()));
        return streams;
    }
}
