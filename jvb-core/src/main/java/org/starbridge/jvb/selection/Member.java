package org.starbridge.jvb.selection;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.lastn.AudioSubscription;
import org.starbridge.lastn.ReceiverConstraints;

/**
 * An endpoint as selection sees it.
 *
 * @param endpointKey its number in the media plane
 * @param payloadTypes what it negotiated, by number
 * @param extensionIds header extensions it negotiated, local id by URI
 * @param acceptsTwoByteExtensions whether it declared {@code extmap-allow-mixed}
 * @param sources what it declared to send
 * @param mutedKinds kinds of which everything it sends is dropped (force-mute)
 * @param constraints what it asked for, last-N limits of the bridge included
 * @param audio which audio sources it asked for
 */
public record Member(
        int endpointKey,
        Map<Integer, ForwardingTable.PayloadType> payloadTypes,
        Map<String, Integer> extensionIds,
        boolean acceptsTwoByteExtensions,
        List<DeclaredSource> sources,
        Set<MediaKind> mutedKinds,
        ReceiverConstraints constraints,
        AudioSubscription audio) {
    public Member {
        payloadTypes = Map.copyOf(payloadTypes);
        extensionIds = Map.copyOf(extensionIds);
        sources = List.copyOf(sources);
        mutedKinds = Set.copyOf(mutedKinds);
    }

    /** One that wants all audio. */
    public Member(
            int endpointKey,
            Map<Integer, ForwardingTable.PayloadType> payloadTypes,
            Map<String, Integer> extensionIds,
            boolean acceptsTwoByteExtensions,
            List<DeclaredSource> sources,
            Set<MediaKind> mutedKinds,
            ReceiverConstraints constraints) {
        this(
                endpointKey,
                payloadTypes,
                extensionIds,
                acceptsTwoByteExtensions,
                sources,
                mutedKinds,
                constraints,
                AudioSubscription.EVERYTHING);
    }

    /** Whether media of this kind may be sent to it: it negotiated a payload type for it. */
    public boolean accepts(MediaKind kind) {
        return payloadTypes.values().stream().anyMatch(type -> type.kind() == kind);
    }
}
