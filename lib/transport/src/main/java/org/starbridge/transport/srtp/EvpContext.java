package org.starbridge.transport.srtp;

import java.util.concurrent.atomic.AtomicLong;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.OutOfNativeMemoryException;
import org.starbridge.rtp.memory.Slab;

/**
 * One EVP cipher context with its key set for life, and the few bytes of native memory that a packet needs beside
 * itself. Owned by one {@link PacketCipher}.
 */
final class EvpContext implements AutoCloseable {
    /** Offsets within the scratch memory. */
    private static final int IV = 0;

    private static final int OUT_LENGTH = 16;
    private static final int WORD = 20;
    private static final int FINAL_BLOCK = 32;
    private static final int SCRATCH_BYTES = 64;

    /** A fact of the process, for statistics and leak tests. */
    private static final AtomicLong LIVE = new AtomicLong();

    private final Slab scratch = Slab.allocate(SCRATCH_BYTES);
    private final long iv = scratch.address() + IV;
    private final long outLength = scratch.address() + OUT_LENGTH;
    private final long word = scratch.address() + WORD;
    private final long finalBlock = scratch.address() + FINAL_BLOCK;
    private long context;

    /** @param cipher an {@code EVP_CIPHER}, a static object of the library */
    EvpContext(long cipher, byte[] key, boolean encrypt) {
        context = Libcrypto.newCipherContext();
        if (context == 0) {
            scratch.close();
            throw new OutOfNativeMemoryException("libcrypto cannot allocate a cipher context");
        }
        LIVE.incrementAndGet();
        try (Slab keyCopy = Slab.allocate(key.length)) {
            Memory.copyIn(key, 0, keyCopy.address(), key.length);
            boolean ready = Libcrypto.init(context, cipher, keyCopy.address(), 0, encrypt ? 1 : 0);
            Memory.fill(keyCopy.address(), key.length, 0);
            if (!ready) {
                close();
                throw new UnsupportedOperationException("libcrypto rejects a key of " + key.length + " bytes");
            }
        } catch (OutOfNativeMemoryException e) {
            close();
            throw e;
        }
    }

    /** Contexts in the process that were not closed yet. */
    static long live() {
        return LIVE.get();
    }

    /** Begins a packet with the IV of {@code nonce}, of which the cipher takes as many bytes as it wants. */
    boolean start(Nonce nonce, int ssrc, long index) {
        if (context == 0) {
            throw new IllegalStateException("the SRTP session was closed before this packet");
        }
        Memory.put64(iv, nonce.high(ssrc, index));
        Memory.put64(iv + Long.BYTES, nonce.low(index));
        return Libcrypto.startPacket(context, iv);
    }

    boolean authenticate(long data, int lengthBytes) {
        return Libcrypto.update(context, 0, outLength, data, lengthBytes);
    }

    /** Returns the address at which {@link #authenticateWord} and others may put four bytes. */
    long word() {
        return word;
    }

    boolean authenticateWord(long value) {
        Memory.put32(word, value);
        return authenticate(word, Integer.BYTES);
    }

    /** Nothing to do is done without a call. */
    boolean transform(long from, long to, int lengthBytes) {
        return lengthBytes == 0 || Libcrypto.update(context, to, outLength, from, lengthBytes);
    }

    /** Transforms the parts of {@link PacketCipher#seal}: patched, rest and appended, one behind the other. */
    boolean transformParts(
            long patched, int patchedLengthBytes, long rest, int restLengthBytes, int appendedLengthBytes) {
        long behindPatched = patched + patchedLengthBytes;
        long appended = behindPatched + restLengthBytes;
        return transform(patched, patched, patchedLengthBytes)
                && transform(rest, behindPatched, restLengthBytes)
                && transform(appended, appended, appendedLengthBytes);
    }

    boolean finishWithTag(long tag, int lengthBytes) {
        return Libcrypto.finish(context, finalBlock, outLength)
                && Libcrypto.control(context, Libcrypto.EVP_CTRL_AEAD_GET_TAG, lengthBytes, tag);
    }

    boolean expectTag(long tag, int lengthBytes) {
        return Libcrypto.control(context, Libcrypto.EVP_CTRL_AEAD_SET_TAG, lengthBytes, tag);
    }

    /** Returns whether the tag that was expected is the packet's. */
    boolean finishAndVerify() {
        return Libcrypto.finish(context, finalBlock, outLength);
    }

    @Override
    public void close() {
        if (context != 0) {
            Libcrypto.freeCipherContext(context);
            context = 0;
            LIVE.decrementAndGet();
            Memory.fill(scratch.address(), SCRATCH_BYTES, 0);
            scratch.close();
        }
    }
}
