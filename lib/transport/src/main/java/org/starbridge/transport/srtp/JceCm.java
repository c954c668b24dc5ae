package org.starbridge.transport.srtp;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/** AES in counter mode with HMAC-SHA1-80 on the JDK's ciphers, laid out as {@link LibcryptoCm} does. */
final class JceCm implements PacketCipher {
    private static final int TAG_BYTES = 10;
    private static final int DIGEST_BYTES = 20;
    private static final int IV_BYTES = 16;
    private static final int USUAL_PACKET_BYTES = 2048;

    private final Nonce nonce;
    private final boolean rtcp;
    private final boolean sealing;
    private final Cipher cipher = JceCrypto.cipher("AES/CTR/NoPadding");
    private final byte[] iv = new byte[IV_BYTES];
    private final byte[] digest = new byte[DIGEST_BYTES];
    private byte[] bytes = new byte[USUAL_PACKET_BYTES];
    private @Nullable Keyed keyed;

    /** State that a closed cipher no longer has. */
    private record Keyed(SecretKeySpec key, Mac mac) {}

    JceCm(SessionKeys keys, boolean sealing) {
        this.nonce = new Nonce(keys);
        this.rtcp = keys.kind() == PacketKind.RTCP;
        this.sealing = sealing;
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(keys.authenticationKey(), "HmacSHA1"));
            this.keyed = new Keyed(new SecretKeySpec(keys.encryptionKey(), "AES"), mac);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA1", e);
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
        Ciphers.checkUse(sealing, true);
        int patchedEndBytes = headerLengthBytes + patchedLengthBytes;
        int plainLengthBytes = patchedEndBytes + restLengthBytes + appendedLengthBytes;
        makeRoom(plainLengthBytes);
        JceCrypto.gather(bytes, slot, patchedEndBytes, rest, restLengthBytes, appendedLengthBytes);
        int endBytes = plainLengthBytes;
        try {
            transform(ssrc, index, headerLengthBytes, plainLengthBytes - headerLengthBytes);
            if (rtcp) {
                putInt(endBytes, (int) Ciphers.encryptedWord(index));
                endBytes += Ciphers.WORD_BYTES;
            }
            authenticate(endBytes, index);
        } catch (GeneralSecurityException e) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        Memory.copyIn(bytes, headerLengthBytes, slot + headerLengthBytes, endBytes - headerLengthBytes);
        Memory.copyIn(digest, 0, slot + endBytes, TAG_BYTES);
        return endBytes + TAG_BYTES;
    }

    @Override
    public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
        Ciphers.checkUse(sealing, false);
        int authenticatedLengthBytes = lengthBytes - TAG_BYTES;
        int openLengthBytes = authenticatedLengthBytes - (rtcp ? Ciphers.WORD_BYTES : 0);
        makeRoom(lengthBytes);
        Memory.copyOut(packet, bytes, 0, lengthBytes);
        try {
            byte[] tag = Arrays.copyOfRange(bytes, authenticatedLengthBytes, lengthBytes);
            authenticate(authenticatedLengthBytes, index);
            if (!MessageDigest.isEqual(tag, Arrays.copyOf(digest, TAG_BYTES))) {
                return SrtpStatus.AUTHENTICATION_FAILED.result();
            }
            transform(ssrc, index, headerLengthBytes, openLengthBytes - headerLengthBytes);
        } catch (GeneralSecurityException e) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        Memory.copyIn(bytes, 0, destination, openLengthBytes);
        return openLengthBytes;
    }

    private void transform(int ssrc, long index, int offset, int lengthBytes) throws GeneralSecurityException {
        JceCrypto.putIv(iv, nonce.high(ssrc, index), nonce.low(index));
        cipher.init(sealing ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, keyed().key(), new IvParameterSpec(iv));
        cipher.doFinal(bytes, offset, lengthBytes, bytes, offset);
    }

    /** Leaves the code of so many bytes, and for RTP of the ROC, in {@link #digest}. */
    private void authenticate(int lengthBytes, long index) throws GeneralSecurityException {
        Mac mac = keyed().mac();
        mac.update(bytes, 0, lengthBytes);
        if (!rtcp) {
            for (int shift = 40; shift >= 16; shift -= Byte.SIZE) {
                mac.update((byte) (index >>> shift));
            }
        }
        mac.doFinal(digest, 0);
    }

    private Keyed keyed() {
        if (keyed == null) {
            throw new IllegalStateException("the SRTP session was closed before this packet");
        }
        return keyed;
    }

    private void putInt(int offset, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[offset + i] = (byte) (value >>> (24 - Byte.SIZE * i));
        }
    }

    private void makeRoom(int lengthBytes) {
        bytes = JceCrypto.grown(bytes, lengthBytes + Ciphers.WORD_BYTES);
    }

    @Override
    public void close() {
        keyed = null;
        nonce.wipe();
    }
}
