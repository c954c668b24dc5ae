package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntSupplier;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The SSRCs of its own under which one receiver gets everything (SSRC rewriting): audio and video slots. Guarded by its
 * owner.
 */
public final class ReceiverSlots {
    private static final int AUDIO_PART = 10;
    private static final int VIDEO_PART = 20;

    private final SourceSlots audio;
    private final SourceSlots video;
    private final Set<Integer> given = new HashSet<>();
    private final IntSupplier random;
    private final boolean hasMids;
    private Set<Integer> taken = Set.of();

    /**
     * One in whose slots nothing is yet.
     *
     * @param random gives SSRCs; one that is taken is not used
     * @param hasMids whether each slot has a media section of its own ({@code rtp-mid-demux}): {@code a0}, {@code v0},
     *     …
     */
    public ReceiverSlots(SlotLimits limits, IntSupplier random, boolean hasMids) {
        this.random = random;
        this.hasMids = hasMids;
        audio = new SourceSlots(limits.audio(), number -> slot("a", number));
        video = new SourceSlots(limits.video(), number -> slot("v", number));
    }

    private SourceSlot slot(String kind, int number) {
        return new SourceSlot(unusedSsrc(), unusedSsrc(), hasMids ? kind + number : null);
    }

    private int unusedSsrc() {
        int ssrc = random.getAsInt();
        while (ssrc == 0 || taken.contains(ssrc) || !given.add(ssrc)) {
            ssrc = random.getAsInt();
        }
        return ssrc;
    }

    /** A source in a slot. */
    public record Mapping(ConferenceSource source, SourceSlot slot) {}

    /** The result of an assignment: the receiver with its slots, and the sources in them. */
    public record Assignment(Transport transport, List<Mapping> mappings) {
        public Assignment {
            mappings = List.copyOf(mappings);
        }
    }

    /** The slots that a receiver has before anything is in them. */
    public record FirstSlots(SourceSlot audio, SourceSlot video) {}

    /**
     * The first slot of each kind, made if there is none yet.
     *
     * @param bridgeSsrcs SSRCs that no slot may have
     */
    public FirstSlots first(Set<Integer> bridgeSsrcs) {
        taken = bridgeSsrcs;
        return new FirstSlots(audio.first(), video.first());
    }

    /**
     * Puts what the receiver is to get into slots. Video that it may get later is in one beforehand, if there is room.
     *
     * @param receiver as selection made it
     * @param sources of all participants, audio in the order of speech
     * @param videoOrder names of the video sources that it is to get, the most important first
     * @param disabled names of sources that no receiver gets at present
     * @param taken SSRCs that no slot may have
     */
    public Assignment assign(
            Transport receiver,
            List<ConferenceSource> sources,
            List<String> videoOrder,
            Set<String> disabled,
            Set<Integer> taken) {
        this.taken = taken;
        Set<Integer> own = new HashSet<>();
        receiver.streams().forEach(stream -> own.add(stream.ssrc()));
        Map<Integer, ConferenceSource> bySsrc = new HashMap<>();
        List<Integer> audioWanted = new ArrayList<>();
        List<ConferenceSource> videoWanted = new ArrayList<>();
        List<Integer> videoLater = new ArrayList<>();
        for (ConferenceSource source : sources) {
            if (own.contains(source.ssrc())) {
                continue;
            }
            bySsrc.put(source.ssrc(), source);
            boolean isVideo = source.kind() == MediaKind.VIDEO;
            if (!receiver.receivedStreams().contains(source.ssrc())) {
                if (isVideo && !disabled.contains(source.name()) && takesVideo(receiver)) {
                    videoLater.add(source.ssrc());
                }
            } else if (isVideo) {
                videoWanted.add(source);
            } else {
                audioWanted.add(source.ssrc());
            }
        }
        Map<Integer, SourceSlot> slots = new LinkedHashMap<>(audio.assign(audioWanted, List.of(), bySsrc.keySet()));
        slots.putAll(video.assign(inOrder(videoWanted, videoOrder), videoLater, bySsrc.keySet()));
        Set<Integer> received = new HashSet<>(receiver.receivedStreams());
        received.retainAll(slots.keySet());
        List<Mapping> mappings = new ArrayList<>();
        slots.forEach((ssrc, slot) -> mappings.add(new Mapping(Objects.requireNonNull(bySsrc.get(ssrc)), slot)));
        return new Assignment(receiver.withSlots(received, slots), mappings);
    }

    private static boolean takesVideo(Transport receiver) {
        return receiver.payloadTypes().values().stream().anyMatch(type -> type.kind() == MediaKind.VIDEO);
    }

    /** SSRCs of the sources, those first that have a place in the order. */
    private static List<Integer> inOrder(List<ConferenceSource> sources, List<String> order) {
        Map<String, Integer> ranks = new HashMap<>();
        order.forEach(name -> ranks.putIfAbsent(name, ranks.size()));
        return sources.stream()
                .sorted(Comparator.comparingInt(source -> ranks.getOrDefault(source.name(), Integer.MAX_VALUE)))
                .map(ConferenceSource::ssrc)
                .toList();
    }

    /** Its part of a snapshot; to be read before any slot is made. */
    public void state(State state) throws StateException {
        state.part(AUDIO_PART, 1, audio::state);
        state.part(VIDEO_PART, 1, video::state);
        given.addAll(audio.ssrcs());
        given.addAll(video.ssrcs());
    }
}
