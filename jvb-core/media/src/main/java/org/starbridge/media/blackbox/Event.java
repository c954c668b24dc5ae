package org.starbridge.media.blackbox;

import java.util.Arrays;
import java.util.Objects;

/**
 * One event of a log.
 *
 * @param key of the endpoint; 0 if it is of none
 * @param a see {@link EventKind}
 * @param b see {@link EventKind}
 * @param bytes see {@link EventKind}
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content
public record Event(EventKind kind, int key, long a, long b, byte[] bytes) {
    @Override
    public boolean equals(Object other) {
        return other instanceof Event event
                && kind == event.kind
                && key == event.key
                && a == event.a
                && b == event.b
                && Arrays.equals(bytes, event.bytes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, key, a, b, Arrays.hashCode(bytes));
    }

    /** For people. */
    @Override
    public String toString() {
        String values = switch (kind) {
            case SENT_RTP ->
                "SSRC " + (a >>> 16) + ", number " + (a & 0xFFFF) + ", " + (b & 0xFFFF) + " bytes, hash "
                        + Integer.toHexString((int) (b >>> 16));
            case SENT_RTCP, SENT_STUN -> b + " bytes, hash " + Integer.toHexString((int) a);
            case RTP, RTCP, STUN, PLAN, ADD_ENDPOINT, REMOTE_TRANSPORT, RESTORE -> bytes.length + " bytes kept";
            case ESTIMATE -> a + " bit/s";
            case ALLOCATION -> "wanted " + a + " bit/s, allocated " + b + " bit/s";
            case KEY_FRAME, ASKED_KEY_FRAME -> "SSRC " + Integer.toUnsignedString((int) a) + ", encoding " + b;
            case FAN_OUT -> a + " packets" + (b == 1 ? "" : ", not all");
            case TIMER, EXPIRE, CONFERENCE_FAILED -> "";
            default -> a + ", " + b;
        };
        return kind + (key == 0 ? "" : " endpoint " + key) + (values.isEmpty() ? "" : ": " + values);
    }
}
