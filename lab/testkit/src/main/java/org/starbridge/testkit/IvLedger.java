package org.starbridge.testkit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
 * sees a session that was made again with old keys. It remembers every packet, some 150 bytes each. Thread safe.
 */
public final class IvLedger implements SrtpCrypto {
    private final SrtpCrypto crypto;
    private final ConcurrentMap<Iv, String> inputByIv = new ConcurrentHashMap<>();

    private record Iv(String keyIdentity, int ssrc, long index) {}

    /** @param crypto does the work */
    public IvLedger(SrtpCrypto crypto) {
        this.crypto = crypto;
    }

    /** Returns the number of different IVs used so far; a test that expects traffic should see it here. */
    public int size() {
        return inputByIv.size();
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

    private void enter(Iv iv, String input) {
        String before = inputByIv.putIfAbsent(iv, input);
        if (before != null && !before.equals(input)) {
            throw new AssertionError("two different inputs under one IV: " + iv.keyIdentity() + ", SSRC "
                    + Integer.toUnsignedString(iv.ssrc()) + ", ROC " + (iv.index() >>> 16) + ", sequence number "
                    + (iv.index() & 0xFFFF) + " (index " + iv.index() + ")");
        }
    }

    private final class Watched implements PacketCipher {
        private final String keyIdentity;
        private final PacketCipher cipher;
        private final MessageDigest digest;

        Watched(String keyIdentity, PacketCipher cipher) {
            this.keyIdentity = keyIdentity;
            this.cipher = cipher;
            try {
                this.digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this JDK has no SHA-256", e);
            }
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
            // The header's length goes in too: where header ends and payload begins is part of the input.
            digest.update((byte) (headerLengthBytes >>> 8));
            digest.update((byte) headerLengthBytes);
            digest.update(Memory.copyOf(slot, headerLengthBytes + patchedLengthBytes));
            if (restLengthBytes > 0) {
                digest.update(Memory.copyOf(rest, restLengthBytes));
            }
            if (appendedLengthBytes > 0) {
                long appended = slot + headerLengthBytes + patchedLengthBytes + restLengthBytes;
                digest.update(Memory.copyOf(appended, appendedLengthBytes));
            }
            enter(new Iv(keyIdentity, ssrc, index), HexFormat.of().formatHex(digest.digest(), 0, 16));
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
