package org.starbridge.transport.ice;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * Parts of a datagram in native memory that the demultiplexer needs before an agent sees it. No state; any thread.
 * Nothing here is authenticated: the answer only says which agent to ask.
 */
public final class StunPeek {
    private StunPeek() {}

    /** Returns whether first byte (0 to 3, RFC 7983), magic cookie and length say STUN. Allocates nothing. */
    public static boolean isStun(long address, int lengthBytes) {
        return lengthBytes >= Stun.HEADER_BYTES
                && Memory.u8(address) <= 3
                && Memory.i32(address + 4) == Stun.MAGIC_COOKIE
                && Memory.u16(address + 2) == lengthBytes - Stun.HEADER_BYTES
                && (lengthBytes & 3) == 0;
    }

    /**
     * The receiver's username fragment: what stands before the colon in the USERNAME of a Binding request; null if it
     * is no such request, or has no USERNAME or an impossible one. One allocation; meant for tuples that are not known
     * yet.
     */
    public static @Nullable String localUfrag(long address, int lengthBytes) {
        if (!isStun(address, lengthBytes) || Memory.u16(address) != Stun.BINDING_REQUEST) {
            return null;
        }
        long end = address + lengthBytes;
        long attribute = address + Stun.HEADER_BYTES;
        while (attribute < end) {
            int type = Memory.u16(attribute);
            int valueBytes = Memory.u16(attribute + 2);
            long value = attribute + Stun.ATTRIBUTE_HEADER_BYTES;
            if (Stun.padded(valueBytes) > end - value) {
                return null;
            }
            if (type == Stun.USERNAME) {
                return beforeColon(value, valueBytes);
            }
            if (type == Stun.MESSAGE_INTEGRITY) {
                return null;
            }
            attribute = value + Stun.padded(valueBytes);
        }
        return null;
    }

    private static @Nullable String beforeColon(long value, int valueBytes) {
        if (valueBytes > Stun.USERNAME_LIMIT_BYTES) {
            return null;
        }
        for (int i = 0; i < valueBytes; i++) {
            if (Memory.u8(value + i) == ':') {
                return i == 0 ? null : new String(Memory.copyOf(value, i), StandardCharsets.ISO_8859_1);
            }
        }
        return null;
    }
}
