package org.starbridge.media.mapping;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.packet.LayersAllocation;

/**
 * Mapping of a sender's header extension ids to those of a receiver; 0 means that the element is left out. Immutable.
 *
 * <p>Left out are elements whose URI the receiver did not negotiate, those that only concern the hop from the sender to
 * us (mid, rid, repaired rid, layer allocation), the playout delay, and those that the bridge writes itself
 * (transport-wide sequence number, absolute send time).
 *
 * <p>Some elements number the frames of one encoder. They mean something only as long as all that a receiver gets under
 * an SSRC is that encoder's: another one's numbers may be lower, and a browser throws away key frames whose numbers go
 * back. So there are two maps: one for a stream that goes as it came, and {@link #withoutFrameNumbers} for one in which
 * frames of several encoders follow each other. Without the elements a browser orders frames by the codec's own
 * descriptor, or by sequence number. The AV1 dependency descriptor can go on with other numbers: its id is
 * {@link #descriptorId}.
 */
public final class ExtensionMap {
    /**
     * Extension that says how long receivers are to hold a stream back: a participant could make all others see
     * everything 40 s late.
     */
    private static final String PLAYOUT_DELAY = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";

    private static final Set<String> NOT_PASSED_ON = Set.of(
            Negotiation.TRANSPORT_SEQUENCE,
            Negotiation.ABSOLUTE_SEND_TIME,
            "urn:ietf:params:rtp-hdrext:sdes:mid",
            "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
            "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
            LayersAllocation.URI,
            PLAYOUT_DELAY);

    private static final Set<String> WITH_FRAME_NUMBERS = Set.of(
            DependencyDescriptor.URI,
            "http://www.webrtc.org/experiments/rtp-hdrext/generic-frame-descriptor-00",
            "http://tools.ietf.org/html/draft-ietf-avtext-framemarking-07",
            "urn:ietf:params:rtp-hdrext:framemarking"); // RFC 9626

    /** Leaves everything out. */
    public static final ExtensionMap NOTHING = new ExtensionMap(Map.of(), Map.of());

    private final byte[] to = new byte[256];
    private final int descriptorId;
    private final ExtensionMap withoutFrameNumbers;

    private ExtensionMap(Map<String, Integer> sender, Map<String, Integer> receiver) {
        sender.forEach((uri, id) -> {
            Integer target = receiver.get(uri);
            if (target != null && !NOT_PASSED_ON.contains(uri)) {
                to[id & 0xFF] = target.byteValue();
            }
        });
        descriptorId = sender.getOrDefault(DependencyDescriptor.URI, 0);
        withoutFrameNumbers = sender.keySet().stream().anyMatch(WITH_FRAME_NUMBERS::contains)
                ? new ExtensionMap(without(WITH_FRAME_NUMBERS, sender), receiver)
                : this;
    }

    /**
     * The map between two endpoints' negotiated ids by URI. To a receiver that does not take the two-byte form no
     * element with frame numbers goes: the descriptor of a key frame is often longer than the 16 bytes of the other
     * form, and those of the frames after it mean nothing without it.
     */
    static ExtensionMap between(Map<String, Integer> sender, Negotiation receiver) {
        ExtensionMap map = new ExtensionMap(sender, receiver.extensionIds());
        return receiver.acceptsTwoByteExtensions() ? map : map.withoutFrameNumbers;
    }

    private static Map<String, Integer> without(Set<String> uris, Map<String, Integer> ids) {
        Map<String, Integer> rest = new HashMap<>(ids);
        rest.keySet().removeAll(uris);
        return rest;
    }

    /** The same without elements that number the frames of one encoder. */
    public ExtensionMap withoutFrameNumbers() {
        return withoutFrameNumbers;
    }

    /** The sender's id of the AV1 dependency descriptor; 0 if it did not negotiate it, and of a map without it. */
    public int descriptorId() {
        return descriptorId;
    }

    /** The receiver's id for the sender's {@code id}, or 0. */
    public int to(int id) {
        return to[id] & 0xFF;
    }
}
