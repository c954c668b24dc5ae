package org.starbridge.transport.srtp;

import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * HMAC-SHA1 (RFC 2104) on libcrypto. The states behind the inner and outer padded key are made once; per packet they
 * are copied, which spares two of the hash's blocks and all of the library's allocations.
 */
final class HmacSha1 implements AutoCloseable {
    static final int DIGEST_BYTES = 20;

    private static final int BLOCK_BYTES = 64;

    /** The library's SHA_CTX is 24 ints. */
    private static final int STATE_BYTES = 96;

    private static final int STATE_STRIDE_BYTES = 128;
    private static final int SLAB_BYTES = 4 * STATE_STRIDE_BYTES;

    private final Slab slab = Slab.allocate(SLAB_BYTES);
    private final long inner = slab.address();
    private final long outer = inner + STATE_STRIDE_BYTES;
    private final long work = outer + STATE_STRIDE_BYTES;
    private final long digest = work + STATE_STRIDE_BYTES;

    /** @param key at most one block, 64 bytes */
    HmacSha1(byte[] key) {
        prepare(inner, key, 0x36);
        prepare(outer, key, 0x5C);
    }

    private void prepare(long state, byte[] key, int padding) {
        for (int i = 0; i < BLOCK_BYTES; i++) {
            Memory.put8(work + i, (i < key.length ? key[i] : 0) ^ padding);
        }
        if (!Libcrypto.sha1Init(state) || !Libcrypto.sha1Update(state, work, BLOCK_BYTES)) {
            throw new UnsupportedOperationException("libcrypto rejects SHA-1");
        }
        Memory.fill(work, BLOCK_BYTES, 0);
    }

    void start() {
        Memory.copy(inner, work, STATE_BYTES);
    }

    boolean update(long data, int lengthBytes) {
        return Libcrypto.sha1Update(work, data, lengthBytes);
    }

    /** Completes the code; it then lies at {@link #digest} until the next packet. */
    boolean finish() {
        if (!Libcrypto.sha1Final(digest, work)) {
            return false;
        }
        Memory.copy(outer, work, STATE_BYTES);
        return Libcrypto.sha1Update(work, digest, DIGEST_BYTES) && Libcrypto.sha1Final(digest, work);
    }

    long digest() {
        return digest;
    }

    @Override
    public void close() {
        Memory.fill(inner, SLAB_BYTES, 0);
        slab.close();
    }
}
