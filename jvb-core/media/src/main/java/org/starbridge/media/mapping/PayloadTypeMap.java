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

    private final byte[] to = new byte[NUMBERS];

    private PayloadTypeMap() {}

    /**
     * The map between what two endpoints negotiated. The same number is preferred; a format (a profile, for instance)
     * that differs is accepted under the same number only, as what the two sides said of it need not be complete.
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
        return isSameCodec(type, same) ? type.number() : NONE;
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
