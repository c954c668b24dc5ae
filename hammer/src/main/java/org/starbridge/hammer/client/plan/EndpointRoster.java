package org.starbridge.hammer.client.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.RecordedStream;

/**
 * Everybody who takes part in a run, and every stream that is sent: names and SSRCs that differ. Immutable.
 *
 * @param plans the counted endpoints, senders first, then the late receivers or those that are invited again
 * @param streams by their indices
 */
public record EndpointRoster(List<EndpointPlan> plans, List<SentStream> streams) {
    private static final int SSRC_MIN = 1 << 16;

    public EndpointRoster {
        plans = List.copyOf(plans);
        streams = List.copyOf(streams);
    }

    public static EndpointRoster of(ConferenceOptions options, RandomGenerator random) {
        return new Casting(options, random).all();
    }

    /** The same and one more endpoint, the last one, with an id and SSRCs that are not here yet. */
    public EndpointRoster withGuest(int number, boolean sends, ConferenceOptions options, RandomGenerator random) {
        Casting casting = new Casting(options, random);
        casting.streams.addAll(streams);
        streams.forEach(stream -> casting.ssrcs.add(stream.ssrc()));
        plans.forEach(plan -> casting.ids.add(plan.id()));
        List<EndpointPlan> all = new ArrayList<>(plans);
        all.add(casting.plan(number, sends, casting.newId()));
        return new EndpointRoster(all, casting.streams);
    }

    /** Makes the plans, one endpoint after the other. */
    private static final class Casting {
        private final ConferenceOptions options;
        private final RandomGenerator random;
        private final Set<Integer> ssrcs = new HashSet<>();
        private final Set<String> ids = new HashSet<>();
        private final List<SentStream> streams = new ArrayList<>();

        Casting(ConferenceOptions options, RandomGenerator random) {
            this.options = options;
            this.random = random;
        }

        EndpointRoster all() {
            List<EndpointPlan> plans = new ArrayList<>();
            for (int number = 0;
                    number < options.endpoints() + options.population().lateReceivers();
                    number++) {
                plans.add(plan(number, number < options.senders(), newId()));
            }
            for (int lost : options.spread().lostOf(options.endpoints())) {
                plans.add(plan(plans.size(), true, plans.get(lost).id()));
            }
            return new EndpointRoster(plans, streams);
        }

        private EndpointPlan plan(int number, boolean sends, String id) {
            SentStream audio = sends && options.sent().kinds().hasAudio()
                    ? sent(number, options.sent().audio())
                    : null;
            List<VideoEncoding> video = new ArrayList<>();
            if (sends && options.sent().kinds().hasVideo()) {
                for (RecordedStream encoding : options.sent().video()) {
                    SentStream stream = sent(number, encoding);
                    video.add(new VideoEncoding(stream, options.sent().rtx() ? newSsrc() : 0));
                }
            }
            int rtcpSsrc = audio != null
                    ? audio.ssrc()
                    : video.isEmpty() ? newSsrc() : video.get(0).stream().ssrc();
            return new EndpointPlan(number, id, audio, video, rtcpSsrc);
        }

        private SentStream sent(int number, RecordedStream played) {
            SentStream stream = new SentStream(streams.size(), number, played.codec(), newSsrc(), played.frames());
            streams.add(stream);
            return stream;
        }

        private int newSsrc() {
            while (true) {
                int ssrc = random.nextInt(SSRC_MIN, Integer.MAX_VALUE);
                if (ssrcs.add(ssrc)) {
                    return ssrc;
                }
            }
        }

        private String newId() {
            while (true) {
                String id = HexFormat.of().toHexDigits(random.nextInt());
                if (ids.add(id)) {
                    return id;
                }
            }
        }
    }

    /** The index of each source's stream, by the source's name; of a video with several encodings the lowest. */
    public Map<String, Integer> streamsByName() {
        Map<String, Integer> streams = new HashMap<>();
        for (EndpointPlan plan : plans) {
            if (plan.audio() != null) {
                streams.put(plan.audioSource(), plan.audio().index());
            }
            if (!plan.video().isEmpty()) {
                streams.put(plan.videoSource(), plan.video().get(0).stream().index());
            }
        }
        return streams;
    }

    /** Under which SSRC a stream is repeated, by the stream's index; 0 = none. */
    public int[] rtxSsrcs() {
        int[] rtxSsrcs = new int[streams.size()];
        for (EndpointPlan plan : plans) {
            plan.video().forEach(encoding -> rtxSsrcs[encoding.stream().index()] = encoding.rtxSsrc());
        }
        return rtxSsrcs;
    }
}
