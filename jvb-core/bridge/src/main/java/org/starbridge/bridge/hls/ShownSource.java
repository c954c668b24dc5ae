package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;

/**
 * Source that a program shows: a video source and the audio of the same participant, or audio alone.
 *
 * @param transport over which it comes
 * @param videos SSRCs of the encodings, low to high; empty without video
 * @param audio SSRC; null without audio
 */
record ShownSource(
        Transport transport, List<Integer> videos, @Nullable Integer audio) {
    ShownSource {
        videos = List.copyOf(videos);
    }

    /** Returns whether it is the same one, whatever else its endpoint declares. */
    boolean isSameAs(ShownSource other) {
        return transport.endpointKey() == other.transport.endpointKey()
                && videos.equals(other.videos)
                && java.util.Objects.equals(audio, other.audio);
    }

    /**
     * The source, or the first source of the endpoint, of this name; null if there is none that sends.
     *
     * @param name of the video or audio source, or id of an endpoint, after which its sources are named
     */
    static @Nullable ShownSource named(ForwardingTable table, String name) {
        return all(table).stream()
                .filter(found ->
                        found.names.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "-")))
                .findFirst()
                .map(found -> found.source)
                .orElse(null);
    }

    /**
     * The dominant speaker's first source, if it has video, or if none has any; else {@code current} if it is still
     * there, else the first one with video. Null if there is nothing to show.
     *
     * @param speaker id of an endpoint of this or another bridge; its sources are named after it
     */
    static @Nullable ShownSource ofSpeaker(
            ForwardingTable table, @Nullable String speaker, @Nullable ShownSource current) {
        List<Found> found = all(table);
        boolean isVideo = found.stream().anyMatch(each -> !each.source.videos.isEmpty());
        List<Found> usable = found.stream()
                .filter(each -> !isVideo || !each.source.videos.isEmpty())
                .toList();
        for (Found each : usable) {
            if (speaker != null && each.names.stream().anyMatch(name -> name.startsWith(speaker + "-"))) {
                return each.source;
            }
        }
        for (Found each : usable) {
            if (current != null && each.source.isSameAs(current)) {
                return each.source;
            }
        }
        return usable.isEmpty() ? null : usable.getFirst().source;
    }

    /**
     * The sound of one participant.
     *
     * @param name of its source
     */
    record Sound(Transport transport, int ssrc, String name) {
        /** Returns whether it is that of an endpoint of this or another bridge. */
        boolean isOf(String endpointId) {
            return name.equals(endpointId) || name.startsWith(endpointId + "-");
        }
    }

    /** The first sound of every participant that sends one and is not muted by force. */
    static List<Sound> sounds(ForwardingTable table) {
        List<Sound> sounds = new ArrayList<>();
        for (Transport transport : table.transports()) {
            for (Participant participant : transport.participants()) {
                participant.streams().stream()
                        .filter(each -> each.kind() == MediaKind.AUDIO && each.use() == Use.MEDIA && !each.muted())
                        .findFirst()
                        .ifPresent(each -> sounds.add(new Sound(transport, each.ssrc(), each.sourceName())));
            }
        }
        return sounds;
    }

    private record Found(ShownSource source, List<String> names) {}

    /** Every video source, with its participant's audio, and the audio of those without video. */
    private static List<Found> all(ForwardingTable table) {
        List<Found> all = new ArrayList<>();
        for (Transport transport : table.transports()) {
            for (Participant participant : transport.participants()) {
                add(transport, participant, all);
            }
        }
        return all;
    }

    private static void add(Transport transport, Participant participant, List<Found> all) {
        Map<String, List<Stream>> videos = new LinkedHashMap<>();
        Stream audio = null;
        for (Stream stream : participant.streams()) {
            if (stream.use() != Use.MEDIA || stream.muted()) {
                continue;
            }
            if (stream.kind() == MediaKind.VIDEO) {
                videos.computeIfAbsent(stream.sourceName(), _ -> new ArrayList<>())
                        .add(stream);
            } else if (audio == null) {
                audio = stream;
            }
        }
        Integer audioSsrc = audio == null ? null : audio.ssrc();
        for (Map.Entry<String, List<Stream>> video : videos.entrySet()) {
            List<Integer> encodings = video.getValue().stream()
                    .sorted(Comparator.comparingInt(Stream::encoding))
                    .map(Stream::ssrc)
                    .toList();
            all.add(new Found(new ShownSource(transport, encodings, audioSsrc), List.of(video.getKey())));
        }
        if (audio != null && videos.isEmpty()) {
            all.add(new Found(new ShownSource(transport, List.of(), audioSsrc), List.of(audio.sourceName())));
        }
    }
}
