package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.VideoSource;
import org.starbridge.lastn.allocation.VideoSource.Content;
import org.starbridge.lastn.allocation.VideoSource.State;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;

/**
 * A video source, as its owner declared it and as allocation sees it.
 *
 * @param ownerKey the transport that it comes over
 * @param senderKey the participant that sends it
 */
record OfferedVideo(int ownerKey, int senderKey, DeclaredSource declared, VideoSource source) {
    private static final int ASSUMED_LOWEST_HEIGHT_PX = 180;
    private static final double[] ASSUMED_FRAMES_PER_SECOND = {7.5, 15, 30};

    /**
     * Those of all members.
     *
     * @param speakers participants whose sources come first, by their numbers; those of others follow in the order of
     *     the members
     */
    static List<OfferedVideo> of(List<Member> members, List<Integer> speakers, boolean usesTargetBitrates) {
        List<OfferedVideo> offered = new ArrayList<>();
        for (Member member : members) {
            for (Sender sender : member.senders()) {
                for (DeclaredSource declared : sender.sources()) {
                    if (declared.kind() == MediaKind.VIDEO) {
                        offered.add(new OfferedVideo(
                                member.endpointKey(),
                                sender.key(),
                                declared,
                                source(sender, declared, usesTargetBitrates)));
                    }
                }
            }
        }
        Map<Integer, Integer> ranks = new HashMap<>();
        speakers.forEach(key -> ranks.putIfAbsent(key, ranks.size()));
        offered.sort(Comparator.comparingInt(each -> ranks.getOrDefault(each.senderKey, Integer.MAX_VALUE)));
        return offered;
    }

    String name() {
        return source.name();
    }

    boolean isEnabled() {
        return source.state() == State.ENABLED;
    }

    /**
     * Returns the layer of it that is to be sent, in the terms of a forwarding table. The highest one stands for
     * whatever comes: no layer has to be left out then, and one that begins to come goes on at once.
     */
    int target(Layer layer) {
        boolean isOneOfMany = declared.forwardedSsrcs().size() > 1;
        boolean isHighest = source.layers().isEmpty()
                || layer.id() >= source.layers().getLast().id();
        return isOneOfMany || isHighest ? ForwardingTable.HIGHEST_LAYER : layer.id();
    }

    /**
     * The same for a bridge that gets all encodings and spatial layers up to a height: it has receivers that want less.
     * The lowest one that is sent goes in any case: a screen often sends one encoding, and not the first. Of a single
     * encoding spatial layers are left out; what is not known goes.
     */
    int targetUpTo(int maxHeightPx) {
        int encodings = declared.simulcast() ? declared.encodings().size() : 1;
        if (maxHeightPx == ReceiverConstraints.UNLIMITED
                || declared.forwardedSsrcs().size() > 1) {
            return ForwardingTable.HIGHEST_LAYER;
        }
        int wanted = 0;
        int lowestSent = Integer.MAX_VALUE;
        int highest = 0;
        for (Layer layer : source.layers()) {
            int place = encodings > 1 ? layer.encoding() : layer.spatial();
            highest = Math.max(highest, place);
            if (layer.heightPx() <= maxHeightPx) {
                wanted = Math.max(wanted, place);
            }
            if (layer.bitrateBps() > 0) {
                lowestSent = Math.min(lowestSent, place);
            }
        }
        if (lowestSent != Integer.MAX_VALUE) {
            wanted = Math.max(wanted, lowestSent);
        }
        if (encodings > 1) {
            return wanted >= encodings - 1 ? ForwardingTable.HIGHEST_LAYER : upTo(wanted, LayerId.MAX_LAYERS - 1);
        }
        return wanted < highest ? upTo(0, wanted) : ForwardingTable.HIGHEST_LAYER;
    }

    private static int upTo(int encoding, int spatial) {
        return LayerId.of(encoding, spatial, LayerId.MAX_LAYERS - 1);
    }

    private static VideoSource source(Sender sender, DeclaredSource declared, boolean usesTargetBitrates) {
        Sender.Video video = sender.video();
        State state = sender.mutedKinds().contains(MediaKind.VIDEO)
                ? State.FORCE_MUTED
                : video.disabled().contains(declared.name()) ? State.DISABLED : State.ENABLED;
        Content content = video.screens().contains(declared.name()) ? Content.DESKTOP : Content.CAMERA;
        LayersSnapshot known = declared.encodings().isEmpty()
                ? null
                : video.layers().get(declared.encodings().getFirst());
        return new VideoSource(declared.name(), content, state, layers(declared, known, usesTargetBitrates));
    }

    private static List<Layer> layers(
            DeclaredSource declared, @Nullable LayersSnapshot known, boolean usesTargetBitrates) {
        if (known == null) {
            return assumed(declared);
        }
        List<Layer> layers = new ArrayList<>(known.layers().size());
        for (LayersSnapshot.Layer layer : known.layers()) {
            layers.add(new Layer(
                    layer.id(), layer.height(), layer.framesPerSecond(), bitrateBps(layer, usesTargetBitrates)));
        }
        return layers;
    }

    /** Of what has just begun, or comes again after a silence, nothing is measured, but it is offered. */
    private static long bitrateBps(LayersSnapshot.Layer layer, boolean usesTargetBitrates) {
        if (!layer.isOffered()) {
            return 0;
        }
        return usesTargetBitrates && layer.targetBps() > 0 ? layer.targetBps() : Math.max(1, layer.bitrateBps());
    }

    private static List<Layer> assumed(DeclaredSource declared) {
        List<Layer> layers = new ArrayList<>();
        int encodings =
                declared.simulcast() ? Math.clamp(declared.encodings().size(), 1, DeclaredSource.MAX_ENCODINGS) : 1;
        for (int encoding = 0; encoding < encodings; encoding++) {
            for (int temporal = 0; temporal < ASSUMED_FRAMES_PER_SECOND.length; temporal++) {
                layers.add(new Layer(
                        LayerId.of(encoding, 0, temporal),
                        ASSUMED_LOWEST_HEIGHT_PX << encoding,
                        ASSUMED_FRAMES_PER_SECOND[temporal],
                        0));
            }
        }
        return layers;
    }
}
