package org.starbridge.control.selection;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.AudioSubscription;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaKind;

/**
 * An endpoint as selection sees it: a transport, over which participants send, and which receives.
 *
 * @param endpointKey its number in the media plane
 * @param payloadTypes what it negotiated, by number
 * @param extensionIds header extensions it negotiated, local id by URI
 * @param acceptsTwoByteExtensions whether it declared {@code extmap-allow-mixed}
 * @param senders the participants behind it: one of a client, several of a relay, none of a viewer
 * @param wishes what it asked for, and what it can take; of a relay only the latter counts
 * @param link of a relay; null of others
 */
public record Member(
        int endpointKey,
        Map<Integer, ForwardingTable.PayloadType> payloadTypes,
        Map<String, Integer> extensionIds,
        boolean acceptsTwoByteExtensions,
        List<Sender> senders,
        Wishes wishes,
        @Nullable RelayLink link) {
    public Member {
        payloadTypes = Map.copyOf(payloadTypes);
        extensionIds = Map.copyOf(extensionIds);
        senders = List.copyOf(senders);
    }

    /** One that is not a relay. */
    public Member(
            int endpointKey,
            Map<Integer, ForwardingTable.PayloadType> payloadTypes,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            List<Sender> senders,
            Wishes wishes) {
        this(endpointKey, payloadTypes, extensionIds, acceptsTwoByteExtensions, senders, wishes, null);
    }

    /** A client's, whose sources are cameras of which nothing is known yet. */
    public Member(
            int endpointKey,
            Map<Integer, ForwardingTable.PayloadType> payloadTypes,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            List<DeclaredSource> sources,
            Set<MediaKind> mutedKinds,
            Wishes wishes) {
        this(
                endpointKey,
                payloadTypes,
                extensionIds,
                acceptsTwoByteExtensions,
                List.of(new Sender(endpointKey, sources, mutedKinds, Sender.Video.CAMERAS)),
                wishes);
    }

    /** Returns whether media of this kind may be sent to it: it negotiated a payload type for it. */
    public boolean accepts(MediaKind kind) {
        return payloadTypes.values().stream().anyMatch(type -> type.kind() == kind);
    }

    /**
     * Wishes of a member.
     *
     * @param video how many video sources, which, and how large
     * @param audio which audio sources
     * @param budget how much video it can take
     * @param videoSlots under how many SSRCs it can get video; {@link LastN#UNLIMITED} if each source comes under its
     *     own
     */
    public record Wishes(ReceiverConstraints video, AudioSubscription audio, Budget budget, int videoSlots) {
        /** The same of one that can take so much video. */
        public Wishes within(Budget other) {
            return new Wishes(video, audio, other, videoSlots);
        }

        /** One that can take whatever it asks for, and all audio. */
        public static Wishes of(ReceiverConstraints video) {
            return new Wishes(
                    video,
                    AudioSubscription.EVERYTHING,
                    Budget.unlimited(Budget.Basis.ESTIMATES_NOT_TRUSTED),
                    LastN.UNLIMITED);
        }
    }
}
