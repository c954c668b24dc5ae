package org.starbridge.media.mapping;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.Negotiation;

/**
 * Under which payload type a receiver gets what a sender sends under another: numbers mean what each negotiated for
 * them (RFC 3264 section 5.1), so it is the codec that must be the same. Immutable.
 */
public final class PayloadTypeMap {
    /** The receiver does not take it. */
    public static final int NONE = -1;

    private static final int NUMBERS = 128;
    private static final String H264 = "h264";

    private final byte[] to = new byte[NUMBERS];

    private PayloadTypeMap() {}

    /**
     * The map between what two endpoints negotiated. The same number is preferred; a format (a profile, for instance)
     * that differs is accepted under the same number, as what the two sides said of it need not be complete. H.264 is
     * accepted under any number: decoders take more profiles and packetization modes than offers name, and GStreamer
     * names none.
     */
    static PayloadTypeMap between(Map<Integer, PayloadType> sender, Negotiation receiver) {
        PayloadTypeMap map = new PayloadTypeMap();
        for (int number = 0; number < NUMBERS; number++) {
            PayloadType type = sender.get(number);
            map.to[number] = (byte) (type == null || type.isRetransmission() ? NONE : target(type, receiver));
        }
        if (map.movesAudio(sender)) {
            sender.forEach((number, type) -> { // the packets repeat the sender's numbers inside
                if (type.isRedundancy()) {
                    map.to[number] = NONE;
                }
            });
        }
        return map;
    }

    private static int target(PayloadType type, Negotiation receiver) {
        PayloadType same = receiver.payloadType(type.number());
        if (isSame(type, same)) {
            return type.number();
        }
        for (int number = 0; number < NUMBERS; number++) {
            if (isSame(type, receiver.payloadType(number))) {
                return number;
            }
        }
        if (isSameCodec(type, same)) {
            return type.number();
        }
        return type.encoding().equalsIgnoreCase(H264) ? similar(type, receiver) : NONE;
    }

    /** The first number of the same codec; one with the same beginning of the format, the mode, is preferred. */
    private static int similar(PayloadType type, Negotiation receiver) {
        int found = NONE;
        for (int number = 0; number < NUMBERS; number++) {
            PayloadType other = receiver.payloadType(number);
            if (other != null && isSameCodec(type, other)) {
                if (other.format().regionMatches(0, type.format(), 0, 1)) {
                    return number;
                }
                found = found == NONE ? number : found;
            }
        }
        return found;
    }

    private static boolean isSame(PayloadType type, @Nullable PayloadType other) {
        return other != null && isSameCodec(type, other) && type.format().equals(other.format());
    }

    private static boolean isSameCodec(PayloadType type, @Nullable PayloadType other) {
        return other != null
                && type.kind() == other.kind()
                && type.encoding().equalsIgnoreCase(other.encoding())
                && type.clockRateHz() == other.clockRateHz();
    }

    private boolean movesAudio(Map<Integer, PayloadType> sender) {
        return sender.values().stream()
                .anyMatch(type -> type.kind() == MediaKind.AUDIO
                        && !type.isRedundancy()
                        && to(type.number()) != NONE
                        && to(type.number()) != type.number());
    }

    /** The receiver's number for the sender's, 0 to 127, or {@link #NONE}. */
    public int to(int number) {
        return to[number];
    }
}
