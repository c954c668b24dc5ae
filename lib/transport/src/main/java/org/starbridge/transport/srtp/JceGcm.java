package org.starbridge.transport.srtp;

import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/** AES-GCM on the JDK's cipher, laid out as {@link LibcryptoGcm} does. */
final class JceGcm implements PacketCipher {
    private static final String TRANSFORMATION = "AES/GCM/NoPadding";
    private static final int TAG_BYTES = 16;
    private static final int IV_BYTES = 12;
    private static final int USUAL_PACKET_BYTES = 2048;

    private final Nonce nonce;
    private final boolean rtcp;
    private final boolean sealing;
    private final byte[] iv = new byte[IV_BYTES];
    private final byte[] word = new byte[Ciphers.WORD_BYTES];
    private byte[] in = new byte[USUAL_PACKET_BYTES];
    private byte[] out = new byte[USUAL_PACKET_BYTES];
    private Cipher cipher = JceCrypto.cipher(TRANSFORMATION);
    private @Nullable SecretKeySpec key;
    private boolean used;
    private long lastHigh;
    private long lastLow;

    JceGcm(SessionKeys keys, boolean sealing) {
        this.nonce = new Nonce(keys);
        this.rtcp = keys.kind() == PacketKind.RTCP;
        this.sealing = sealing;
        this.key = new SecretKeySpec(keys.encryptionKey(), "AES");
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
        makeRoom(plainLengthBytes + TAG_BYTES);
        JceCrypto.gather(in, slot, patchedEndBytes, rest, restLengthBytes, appendedLengthBytes);
        try {
            start(ssrc, index, headerLengthBytes);
            int written = cipher.doFinal(in, headerLengthBytes, plainLengthBytes - headerLengthBytes, out, 0);
            Memory.copyIn(out, 0, slot + headerLengthBytes, written);
        } catch (GeneralSecurityException e) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        int endBytes = plainLengthBytes + TAG_BYTES;
        if (rtcp) {
            Memory.put32(slot + endBytes, Ciphers.encryptedWord(index));
            endBytes += Ciphers.WORD_BYTES;
        }
        return endBytes;
    }

    @Override
    public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
        Ciphers.checkUse(sealing, false);
        int sealedLengthBytes = lengthBytes - (rtcp ? Ciphers.WORD_BYTES : 0);
        makeRoom(sealedLengthBytes);
        Memory.copyOut(packet, in, 0, sealedLengthBytes);
        try {
            start(ssrc, index, headerLengthBytes);
            int written = cipher.doFinal(in, headerLengthBytes, sealedLengthBytes - headerLengthBytes, out, 0);
            Memory.copyIn(in, 0, destination, headerLengthBytes);
            Memory.copyIn(out, 0, destination + headerLengthBytes, written);
            return headerLengthBytes + written;
        } catch (AEADBadTagException e) {
            return SrtpStatus.AUTHENTICATION_FAILED.result();
        } catch (GeneralSecurityException e) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
    }

    private void start(int ssrc, long index, int headerLengthBytes) throws GeneralSecurityException {
        if (key == null) {
            throw new IllegalStateException("the SRTP session was closed before this packet");
        }
        long high = nonce.high(ssrc, index);
        long low = nonce.low(index);
        if (sealing && used && high == lastHigh && low == lastLow) {
            // The JDK refuses to seal with the IV it used last. A retransmission as sent is the same input again and
            // harmless; a new cipher does not remember.
            cipher = JceCrypto.cipher(TRANSFORMATION);
        }
        used = true;
        lastHigh = high;
        lastLow = low;
        JceCrypto.putIv(iv, high, low);
        cipher.init(
                sealing ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE,
                key,
                new GCMParameterSpec(TAG_BYTES * Byte.SIZE, iv));
        cipher.updateAAD(in, 0, headerLengthBytes);
        if (rtcp) {
            int value = (int) Ciphers.encryptedWord(index);
            for (int i = 0; i < Ciphers.WORD_BYTES; i++) {
                word[i] = (byte) (value >>> (24 - Byte.SIZE * i));
            }
            cipher.updateAAD(word);
        }
    }

    private void makeRoom(int lengthBytes) {
        in = JceCrypto.grown(in, lengthBytes);
        out = JceCrypto.grown(out, lengthBytes);
    }

    @Override
    public void close() {
        key = null;
        cipher = JceCrypto.cipher(TRANSFORMATION);
        nonce.wipe();
    }
}
