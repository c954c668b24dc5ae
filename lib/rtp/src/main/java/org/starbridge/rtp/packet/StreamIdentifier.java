package org.starbridge.rtp.packet;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * The header extension elements that name a stream, RFC 7941: {@code mid} (RFC 9143 section 15), {@code rid} and
 * {@code repaired-rid} (RFC 8852 section 3). Their data is the name itself, in ASCII, and nothing else.
 *
 * <p>A name is read as text only when a stream is first met; what comes with every packet is compared byte by byte.
 */
public final class StreamIdentifier {
    /** {@code a=extmap} URI of the media section's name. */
    public static final String MID_URI = "urn:ietf:params:rtp-hdrext:sdes:mid";
    /** {@code a=extmap} URI of the encoding's name. */
    public static final String RID_URI = "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id";
    /** {@code a=extmap} URI of the name of the encoding that the packet repeats. */
    public static final String REPAIRED_RID_URI = "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id";
    /** Longer names are refused: they do not fit into a one-byte element. */
    public static final int MAX_LENGTH_BYTES = 16;

    private StreamIdentifier() {}

    /**
     * Checks whether the element's data can be a name: 1 to {@value #MAX_LENGTH_BYTES} letters, digits, hyphens,
     * underscores.
     */
    public static @Nullable IdentifierFault check(long elementAddress, int lengthBytes) {
        if (lengthBytes <= 0) {
            return IdentifierFault.EMPTY;
        }
        if (lengthBytes > MAX_LENGTH_BYTES) {
            return IdentifierFault.TOO_LONG;
        }
        for (int i = 0; i < lengthBytes; i++) {
            if (!isAllowed(Memory.u8(elementAddress + i))) {
                return IdentifierFault.BAD_CHARACTER;
            }
        }
        return null;
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }

    /** Returns whether the element's data is {@code name}. */
    public static boolean matches(long elementAddress, int lengthBytes, byte[] name) {
        if (lengthBytes != name.length) {
            return false;
        }
        for (int i = 0; i < lengthBytes; i++) {
            if (Memory.u8(elementAddress + i) != (name[i] & 0xFF)) {
                return false;
            }
        }
        return true;
    }

    /** The name as text, of data that {@link #check} accepted; allocates. */
    public static String read(long elementAddress, int lengthBytes) {
        return new String(Memory.copyOf(elementAddress, lengthBytes), StandardCharsets.US_ASCII);
    }

    /** The bytes of a name, for {@link #matches} and {@link RtpHeaderWriter}. */
    public static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }
}
