package org.starbridge.hammer.client.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.hammer.measure.SentStream;

/**
 * Plan of one endpoint, decided before any endpoint joins.
 *
 * @param number from 0; senders first
 * @param id its name in Colibri2: eight hex digits
 * @param audio null if it sends none
 * @param video its encodings, low to high; empty if it sends none
 * @param rtcpSsrc in whose name it reports: one of its own streams', or one of its own that is not declared
 */
public record EndpointPlan(int number, String id, @Nullable SentStream audio, List<VideoEncoding> video, int rtcpSsrc) {
    public EndpointPlan {
        video = List.copyOf(video);
    }

    /** Returns the name of its sound for others. */
    public String audioSource() {
        return id + "-a0";
    }

    /** Returns the name of its picture for others. */
    public String videoSource() {
        return id + "-v0";
    }

    /** The SSRC under which its video is known to others; if it sends none, the one in whose name it reports. */
    public int videoSsrc() {
        return video.isEmpty() ? rtcpSsrc : video.get(0).stream().ssrc();
    }

    /** Returns the streams it sends: none, or audio, or the encodings of its video, or all of that. */
    public List<SentStream> streams() {
        List<SentStream> streams = new ArrayList<>();
        if (audio != null) {
            streams.add(audio);
        }
        video.forEach(encoding -> streams.add(encoding.stream()));
        return streams;
    }

    /** The same as it is declared. */
    public List<MediaSource> sources() {
        List<MediaSource> sources = new ArrayList<>();
        if (audio != null) {
            List<Source> ssrcs = List.of(Source.named(Integer.toUnsignedLong(audio.ssrc()), audioSource()));
            sources.add(new MediaSource(MediaKind.AUDIO, audioSource(), false, ssrcs, List.of()));
        }
        if (!video.isEmpty()) {
            sources.add(declaredVideo());
        }
        return sources;
    }

    /** All SSRCs that it declares, those of retransmissions included. */
    public List<Long> ssrcs() {
        return sources().stream()
                .flatMap(source -> source.sources().stream())
                .map(Source::ssrc)
                .toList();
    }

    /**
     * As lib-jitsi-meet declares it: a SIM group of the encodings, and an FID group of each with its retransmissions.
     */
    private MediaSource declaredVideo() {
        String name = videoSource();
        List<Source> sources = new ArrayList<>();
        List<SsrcGroup> groups = new ArrayList<>();
        List<Long> primaries = video.stream()
                .map(encoding -> Integer.toUnsignedLong(encoding.stream().ssrc()))
                .toList();
        if (primaries.size() > 1) {
            groups.add(new SsrcGroup(SsrcGroup.SIM, primaries));
        }
        for (VideoEncoding encoding : video) {
            long ssrc = Integer.toUnsignedLong(encoding.stream().ssrc());
            sources.add(Source.named(ssrc, name));
            if (encoding.rtxSsrc() != 0) {
                long rtxSsrc = Integer.toUnsignedLong(encoding.rtxSsrc());
                sources.add(Source.named(rtxSsrc, name));
                groups.add(new SsrcGroup(SsrcGroup.FID, List.of(ssrc, rtxSsrc)));
            }
        }
        return new MediaSource(MediaKind.VIDEO, name, false, sources, groups);
    }
}
