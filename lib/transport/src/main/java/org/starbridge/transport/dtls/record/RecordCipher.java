package org.starbridge.transport.dtls.record;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Cipher of the records of one direction, by the Java platform, which has the processor's instructions for it. */
final class RecordCipher {
    /**
     * Records for which a cipher is made each time: a session without data channels has its farewell only, and a cipher
     * that was used holds 1 KB.
     */
    private static final int RECORDS_WITHOUT_CIPHER = 3;

    private static final int ADDITIONAL_BYTES = 13;

    private final RecordSuite suite;
    private final boolean isSealing;
    private final Key key;
    private final byte[] salt;
    private @Nullable Cipher cipher;
    private int records;

    RecordCipher(RecordSuite suite, boolean isSealing, byte[] key, byte[] salt) {
        this.suite = suite;
        this.isSealing = isSealing;
        this.key = new SecretKeySpec(key, suite.algorithm);
        this.salt = salt;
    }

    /**
     * Seals or opens the content of one record.
     *
     * @param header of the record, at this offset of {@code record}: type, version, epoch and number are authenticated
     * @param explicit the offset in {@code record} of the part of the nonce that it carries
     * @param plainBytes the length of the content without its tag
     * @return whether it worked; a record that is not authentic is not opened
     */
    boolean run(byte[] record, int header, int explicit, byte[] in, int at, int plainBytes, byte[] out, int outAt) {
        Cipher ready = cipher;
        cipher = null; // one that failed is not used again: some refuse the same nonce a second time
        try {
            if (ready == null) {
                ready = Cipher.getInstance(suite.transformation);
            }
            ready.init(isSealing ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE, key, nonce(record, header, explicit));
            ready.updateAAD(additional(record, header, plainBytes));
            ready.doFinal(in, at, isSealing ? plainBytes : plainBytes + RecordSuite.TAG_BYTES, out, outAt);
        } catch (GeneralSecurityException e) {
            if (isSealing) {
                throw new IllegalStateException("every Java platform seals with " + suite.transformation, e);
            }
            return false;
        }
        if (records < RECORDS_WITHOUT_CIPHER) {
            records++;
        } else {
            cipher = ready;
        }
        return true;
    }

    private AlgorithmParameterSpec nonce(byte[] record, int header, int explicit) {
        byte[] nonce = new byte[RecordSuite.NONCE_BYTES];
        System.arraycopy(salt, 0, nonce, 0, salt.length);
        if (suite.explicitBytes > 0) {
            System.arraycopy(record, explicit, nonce, salt.length, suite.explicitBytes);
            return new GCMParameterSpec(RecordSuite.TAG_BYTES * Byte.SIZE, nonce);
        }
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[nonce.length - Long.BYTES + i] ^= record[header + RecordLayer.EPOCH_OFFSET + i];
        }
        return new IvParameterSpec(nonce);
    }

    /** RFC 5246 section 6.2.3.3, with the number of RFC 6347 section 4.1.2.1. */
    private static byte[] additional(byte[] record, int header, int plainBytes) {
        return ByteBuffer.allocate(ADDITIONAL_BYTES)
                .put(record, header + RecordLayer.EPOCH_OFFSET, Long.BYTES)
                .put(record, header, RecordLayer.EPOCH_OFFSET)
                .putShort((short) plainBytes)
                .array();
    }

    /** Returns whether there is a cipher that waits for the next record. */
    boolean holdsCipher() {
        return cipher != null;
    }
}
