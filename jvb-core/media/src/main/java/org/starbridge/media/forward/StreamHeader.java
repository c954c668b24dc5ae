package org.starbridge.media.forward;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.mapping.ExtensionMap;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.mapping.PayloadTypeMap;
import org.starbridge.media.mapping.PayloadTypeMaps;

/**
 * Fields that the headers of one stream to one receiver have in common: SSRC, MID, and how the sender's payload types
 * and extension ids become the receiver's. Owned by the receiver's worker.
 */
final class StreamHeader {
    private static final byte[] NO_MID = {};

    private final int ssrc;
    private final MediaKind kind;
    private final byte[] mid;
    private final Receiver receiver;
    private ExtensionMap extensions = ExtensionMap.NOTHING;
    /** Null while it is not known what the sender negotiated: numbers mean the same to both. */
    private @Nullable PayloadTypeMap payloadTypes;

    /**
     * @param mid the media section that the receiver is to find the stream in (RFC 9143 section 15), or null for none
     */
    StreamHeader(int ssrc, MediaKind kind, byte @Nullable [] mid, Receiver receiver) {
        this.ssrc = ssrc;
        this.kind = kind;
        this.mid = mid == null ? NO_MID : mid;
        this.receiver = receiver;
    }

    /** Called when the header extensions that sender or receiver negotiated changed. */
    void negotiated(ExtensionMaps maps, Map<String, Integer> senderExtensionIds) {
        extensions = maps.between(senderExtensionIds, receiver.negotiation());
    }

    /** Called when the payload types that sender or receiver negotiated changed. */
    void negotiated(PayloadTypeMaps maps, Map<Integer, PayloadType> senderTypes) {
        payloadTypes = maps.between(senderTypes, receiver.negotiation());
    }

    int ssrc() {
        return ssrc;
    }

    /** Under which id its packets carry a transport-wide sequence number; 0 for none. */
    int transportSequenceId() {
        return receiver.negotiation().stampedTransportSequenceId(kind);
    }

    /** Empty for none; only written if the receiver negotiated it. */
    byte[] mid() {
        return mid;
    }

    Receiver receiver() {
        return receiver;
    }

    ExtensionMap extensions() {
        return extensions;
    }

    /** The receiver's number for the sender's payload type, or {@link PayloadTypeMap#NONE}. */
    int payloadType(int number) {
        PayloadTypeMap map = payloadTypes;
        if (map != null) {
            return map.to(number);
        }
        return receiver.accepts(number) ? number : PayloadTypeMap.NONE;
    }
}
