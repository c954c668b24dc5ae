package org.starbridge.testkit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.srtp.PacketCipher;
import org.starbridge.transport.srtp.SessionKeys;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * Watches the nonce rule: wraps an {@link SrtpCrypto} and throws an AssertionError as soon as anybody seals two
 * different inputs (header or plaintext) under one key, SSRC and index. Sealing the same input again, a retransmission
 * as sent, is allowed.
 *
 * <p>One ledger serves a whole test: it knows keys by what they are, not by the session that holds them, so it also
 * sees a session that was made again with old keys. It remembers every packet, in 20 to 60 bytes. Thread safe.
 */
public final class IvLedger implements SrtpCrypto {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final SrtpCrypto crypto;
    private final ConcurrentMap<String, Inputs> inputsByKey = new ConcurrentHashMap<>();

    /** What was sealed under one key: a hash of the input by SSRC and index, in a table with open addressing. */
    private static final class Inputs {
        private static final int FIRST_SIZE = 256;
        /** The index and 1; 0 where nothing is. */
        private long[] ivs = new long[FIRST_SIZE];

        private int[] ssrcs = new int[FIRST_SIZE];
        private long[] hashes = new long[FIRST_SIZE];
        private int size;

        /** False if another input was there. */
        synchronized boolean enter(int ssrc, long index, long hash) {
            if (2 * size >= ivs.length) {
                grow();
            }
            int at = find(ssrc, index);
            if (ivs[at] == 0) {
                put(at, ssrc, index, hash);
                size++;
                return true;
            }
            return hashes[at] == hash;
        }

        private void put(int at, int ssrc, long index, long hash) {
            ivs[at] = index + 1;
            ssrcs[at] = ssrc;
            hashes[at] = hash;
        }

        private int find(int ssrc, long index) {
            int mask = ivs.length - 1;
            int at = (int) (mix(mix(ssrc) + index) >>> 20) & mask;
            while (ivs[at] != 0 && (ivs[at] != index + 1 || ssrcs[at] != ssrc)) {
                at = at + 1 & mask;
            }
            return at;
        }

        private void grow() {
            long[] oldIvs = ivs;
            int[] oldSsrcs = ssrcs;
            long[] oldHashes = hashes;
            ivs = new long[2 * oldIvs.length];
            ssrcs = new int[ivs.length];
            hashes = new long[ivs.length];
            for (int i = 0; i < oldIvs.length; i++) {
                if (oldIvs[i] != 0) {
                    put(find(oldSsrcs[i], oldIvs[i] - 1), oldSsrcs[i], oldIvs[i] - 1, oldHashes[i]);
                }
            }
        }

        synchronized int size() {
            return size;
        }
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 29) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 32;
    }

    /** Of the first bytes of an array; whole words of it are read. */
    private static long hash(byte[] bytes, int lengthBytes) {
        long hash = lengthBytes;
        for (int i = 0; i < lengthBytes; i += Long.BYTES) {
            hash = mix(hash + (long) WORDS.get(bytes, i)) * 0x9E3779B97F4A7C15L;
        }
        return hash;
    }

    /** @param crypto does the work */
    public IvLedger(SrtpCrypto crypto) {
        this.crypto = crypto;
    }

    /** Returns the number of different IVs used so far; a test that expects traffic should see it here. */
    public int size() {
        return inputsByKey.values().stream().mapToInt(Inputs::size).sum();
    }

    @Override
    public String name() {
        return crypto.name() + ", watched";
    }

    @Override
    public PacketCipher sealer(SessionKeys keys) {
        return new Watched(keys.kind() + " key " + keys.identity(), crypto.sealer(keys));
    }

    @Override
    public PacketCipher opener(SessionKeys keys) {
        return crypto.opener(keys);
    }

    private final class Watched implements PacketCipher {
        private final String keyIdentity;
        private final Inputs inputs;
        private final PacketCipher cipher;
        private byte[] input = new byte[2048];

        Watched(String keyIdentity, PacketCipher cipher) {
            this.keyIdentity = keyIdentity;
            this.cipher = cipher;
            inputs = inputsByKey.computeIfAbsent(keyIdentity, _ -> new Inputs());
        }

        @Override
        public int seal(
                int ssrc,
                long index,
                long slot,
                int headerLengthBytes,
                int patchedLengthBytes,
                long rest,
                int restLengthBytes,
                int appendedLengthBytes) {
            int length = Short.BYTES + headerLengthBytes + patchedLengthBytes + restLengthBytes + appendedLengthBytes;
            if (input.length < length + Long.BYTES) {
                input = new byte[2 * length];
            }
            input[0] = (byte) (headerLengthBytes >>> 8);
            input[1] = (byte) headerLengthBytes;
            int at = Short.BYTES;
            Memory.copyOut(slot, input, at, headerLengthBytes + patchedLengthBytes);
            at += headerLengthBytes + patchedLengthBytes;
            if (restLengthBytes > 0) {
                Memory.copyOut(rest, input, at, restLengthBytes);
                at += restLengthBytes;
            }
            if (appendedLengthBytes > 0) {
                Memory.copyOut(slot + at - Short.BYTES, input, at, appendedLengthBytes);
            }
            Arrays.fill(input, length, length + Long.BYTES, (byte) 0);
            // The header's length goes in too: where header ends and payload begins is part of the input.
            long hash = hash(input, length);
            if (!inputs.enter(ssrc, index, hash)) {
                throw new AssertionError("two different inputs under one IV: " + keyIdentity + ", SSRC "
                        + Integer.toUnsignedString(ssrc) + ", ROC " + (index >>> 16) + ", sequence number "
                        + (index & 0xFFFF) + " (index " + index + ")");
            }
            return cipher.seal(
                    ssrc,
                    index,
                    slot,
                    headerLengthBytes,
                    patchedLengthBytes,
                    rest,
                    restLengthBytes,
                    appendedLengthBytes);
        }

        @Override
        public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
            return cipher.open(ssrc, index, packet, lengthBytes, headerLengthBytes, destination);
        }

        @Override
        public void close() {
            cipher.close();
        }
    }
}
