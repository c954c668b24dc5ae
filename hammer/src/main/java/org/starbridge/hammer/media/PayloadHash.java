package org.starbridge.hammer.media;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.starbridge.rtp.memory.Memory;

/**
 * A 64-bit fingerprint of an RTP payload behind its codec descriptor, equal for the array that was sent and the native
 * bytes that arrived.
 *
 * <p>The VP8 and VP9 payload descriptors are left out because a bridge may rewrite their picture id and TL0PICIDX; all
 * that follows passes a bridge unchanged. A multiply-and-fold over eight bytes at a time: not cryptographic, it has to
 * tell damaged or mixed-up packets from right ones, cheaply. Stateless.
 */
public final class PayloadHash {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long SEED = 0x5851_F42D_4C95_7F2DL;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private PayloadHash() {}

    /** The fingerprint of a payload in native memory, {@code lengthBytes} from its descriptor's first byte on. */
    public static long ofPayload(Codec codec, long address, int lengthBytes) {
        int descriptorBytes = PayloadDescriptor.lengthBytes(codec, address, lengthBytes);
        return ofBody(address + descriptorBytes, lengthBytes - descriptorBytes);
    }

    /** The fingerprint of a payload in a Java array. */
    public static long ofPayload(Codec codec, byte[] bytes, int offset, int lengthBytes) {
        int descriptorBytes = PayloadDescriptor.lengthBytes(codec, bytes, offset, lengthBytes);
        return ofBody(bytes, offset + descriptorBytes, lengthBytes - descriptorBytes);
    }

    private static long ofBody(long address, int lengthBytes) {
        long hash = SEED;
        int i = 0;
        for (; i + 8 <= lengthBytes; i += 8) {
            hash = mix(hash, Memory.i64(address + i));
        }
        long tail = 0;
        for (; i < lengthBytes; i++) {
            tail = tail << 8 | Memory.u8(address + i);
        }
        return mix(mix(hash, tail), lengthBytes);
    }

    private static long ofBody(byte[] bytes, int offset, int lengthBytes) {
        long hash = SEED;
        int i = 0;
        for (; i + 8 <= lengthBytes; i += 8) {
            hash = mix(hash, (long) LONG.get(bytes, offset + i));
        }
        long tail = 0;
        for (; i < lengthBytes; i++) {
            tail = tail << 8 | (bytes[offset + i] & 0xFF);
        }
        return mix(mix(hash, tail), lengthBytes);
    }

    private static long mix(long hash, long word) {
        long mixed = (hash ^ word) * MULTIPLIER;
        return mixed ^ mixed >>> 32;
    }
}
