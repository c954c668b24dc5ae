package org.starbridge.transport.dtls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.Objects;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.crypto.impl.TlsAEADCipherImpl;
import org.jspecify.annotations.Nullable;

/**
 * AES-GCM for one direction of a session by the Java platform, which has the processor's instructions for it: a record
 * of a bridge channel costs a fraction of what it does in Bouncy Castle's plain Java. Owned by the owner of the
 * session's cipher.
 */
final class PlatformGcm implements TlsAEADCipherImpl {
    private static final int TAG_BYTES = 16;

    /**
     * Records for which a cipher is made each time: a session without data channels protects the end of its handshake
     * and its farewell, and a cipher that was used holds 1 KB.
     */
    private static final int RECORDS_WITHOUT_CIPHER = 3;

    private final boolean isEncrypting;
    private @Nullable Cipher cipher;
    private int records;
    private @Nullable Key key;

    PlatformGcm(boolean isEncrypting) {
        this.isEncrypting = isEncrypting;
    }

    private static Cipher newCipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES/GCM/NoPadding", e);
        }
    }

    @Override
    public void setKey(byte[] key, int keyOff, int keyLen) {
        this.key = new SecretKeySpec(key, keyOff, keyLen, "AES");
    }

    @Override
    public void init(byte[] nonce, int macSize) throws IOException {
        Cipher next = cipher == null ? newCipher() : cipher;
        cipher = next;
        try {
            next.init(
                    isEncrypting ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE,
                    key,
                    new GCMParameterSpec(macSize * Byte.SIZE, nonce));
        } catch (GeneralSecurityException e) {
            throw new TlsFatalAlert(AlertDescription.internal_error, e);
        }
    }

    /** Returns whether there is a cipher that waits for the next record. */
    boolean holdsCipher() {
        return cipher != null;
    }

    @Override
    public int getOutputSize(int inputLength) {
        return isEncrypting ? inputLength + TAG_BYTES : Math.max(0, inputLength - TAG_BYTES);
    }

    @Override
    public int doFinal(
            byte[] additionalData, byte[] input, int inputOffset, int inputLength, byte[] output, int outputOffset)
            throws IOException {
        Cipher initialised = Objects.requireNonNull(cipher, "init comes first");
        try {
            initialised.updateAAD(additionalData);
            return initialised.doFinal(input, inputOffset, inputLength, output, outputOffset);
        } catch (GeneralSecurityException e) {
            throw new TlsFatalAlert(AlertDescription.bad_record_mac, e);
        } finally {
            if (records < RECORDS_WITHOUT_CIPHER) {
                records++;
                cipher = null;
            }
        }
    }
}
