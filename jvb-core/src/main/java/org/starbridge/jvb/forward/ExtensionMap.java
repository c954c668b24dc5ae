package org.starbridge.jvb.forward;

import java.util.Map;
import java.util.Set;
import org.starbridge.jvb.source.Negotiation;
import org.starbridge.rtp.packet.LayersAllocation;

/**
 * How header extension ids of a sender become those of a receiver; 0 means that the element is left out. Immutable.
 *
 * <p>Left out are elements whose URI the receiver did not negotiate, those that only concern the hop from the sender to us
 * (mid, rid, repaired rid, layer allocation), the playout delay, and those that we stamp anew (transport-wide sequence number, absolute send
 * time).
 */
final class ExtensionMap {
    /** How long receivers are to hold a stream back: a participant could make all others see everything 40 s late. */
    private static final String PLAYOUT_DELAY = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";

    private static final Set<String> NOT_PASSED_ON = Set.of(
            Negotiation.TRANSPORT_SEQUENCE,
            Negotiation.ABSOLUTE_SEND_TIME,
            "urn:ietf:params:rtp-hdrext:sdes:mid",
            "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id",
            "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id",
            LayersAllocation.URI,
            PLAYOUT_DELAY);

    /** Leaves everything out. */
    static final ExtensionMap NOTHING = new ExtensionMap();

    private final byte[] to = new byte[256];

    private ExtensionMap() {}

    /** The map between two endpoints' negotiated ids by URI. */
    static ExtensionMap between(Map<String, Integer> sender, Map<String, Integer> receiver) {
        ExtensionMap map = new ExtensionMap();
        sender.forEach((uri, id) -> {
            Integer target = receiver.get(uri);
            if (target != null && !NOT_PASSED_ON.contains(uri)) {
                map.to[id & 0xFF] = target.byteValue();
            }
        });
        return map;
    }

    /** The receiver's id for the sender's {@code id}, or 0. */
    int to(int id) {
        return to[id] & 0xFF;
    }
}
