package org.starbridge.control.participant;

import java.util.Map;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.media.api.ForwardingTable;

/**
 * Payload types and header extensions of one endpoint. Immutable.
 *
 * @param payloadTypes by number
 * @param extensionIds local id by URI
 * @param acceptsTwoByteExtensions {@code extmap-allow-mixed}, as the latest description that had a {@code media} said
 * @param audioFormats payload types of audio as they were signalled, by number: for media exports
 */
public record NegotiatedMedia(
        Map<Integer, ForwardingTable.PayloadType> payloadTypes,
        Map<String, Integer> extensionIds,
        boolean acceptsTwoByteExtensions,
        Map<Integer, AudioFormat> audioFormats) {
    public static final NegotiatedMedia NONE = new NegotiatedMedia(Map.of(), Map.of(), false, Map.of());

    public NegotiatedMedia {
        payloadTypes = Map.copyOf(payloadTypes);
        extensionIds = Map.copyOf(extensionIds);
        audioFormats = Map.copyOf(audioFormats);
    }

    /** Returns whether lost packets can be sent again under an SSRC of their own (RFC 4588). */
    public boolean hasRetransmission() {
        return payloadTypes.values().stream().anyMatch(ForwardingTable.PayloadType::isRetransmission);
    }
}
