package org.starbridge.transport.dtls;

import java.io.IOException;
import java.security.SecureRandom;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.ContentType;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.crypto.TlsCipher;
import org.bouncycastle.tls.crypto.TlsCryptoParameters;
import org.bouncycastle.tls.crypto.TlsDecodeResult;
import org.bouncycastle.tls.crypto.TlsEncodeResult;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/**
 * Bouncy Castle's cryptography for handshakes, with ciphers that forgive every bad record. Thread safe, as the
 * original.
 *
 * <p>RFC 6347 section 4.1.2.7 wants invalid records discarded silently. Bouncy Castle does so if the tag is wrong, but
 * takes a record too short to have a tag for a fatal error, so that one forged datagram would end any association. And
 * it allocates the length that a handshake message announces, up to 16 MiB, sixteen messages ahead; for encrypted
 * messages only the cipher can see that, for plain ones {@link Records} does.
 */
final class LenientTlsCrypto extends BcTlsCrypto {
    LenientTlsCrypto(SecureRandom random) {
        super(random);
    }

    @Override
    public TlsCipher createCipher(TlsCryptoParameters cryptoParams, int encryptionAlgorithm, int macAlgorithm)
            throws IOException {
        return new ForgivingCipher(super.createCipher(cryptoParams, encryptionAlgorithm, macAlgorithm));
    }

    private record ForgivingCipher(TlsCipher cipher) implements TlsCipher {
        @Override
        public TlsDecodeResult decodeCiphertext(
                long seqNo, short recordType, ProtocolVersion recordVersion, byte[] ciphertext, int offset, int len)
                throws IOException {
            if (cipher.getPlaintextDecodeLimit(len) < 0) {
                throw new TlsFatalAlert(AlertDescription.bad_record_mac);
            }
            TlsDecodeResult decoded =
                    cipher.decodeCiphertext(seqNo, recordType, recordVersion, ciphertext, offset, len);
            if (decoded.contentType == ContentType.handshake
                    && decoded.len >= Records.MESSAGE_HEADER_BYTES
                    && Records.u24(decoded.buf, decoded.off + 1) > Records.MAX_MESSAGE_BYTES) {
                throw new TlsFatalAlert(AlertDescription.bad_record_mac);
            }
            return decoded;
        }

        @Override
        public TlsEncodeResult encodePlaintext(
                long seqNo,
                short contentType,
                ProtocolVersion recordVersion,
                int headerAllocation,
                byte[] plaintext,
                int offset,
                int len)
                throws IOException {
            return cipher.encodePlaintext(seqNo, contentType, recordVersion, headerAllocation, plaintext, offset, len);
        }

        @Override
        public int getCiphertextDecodeLimit(int plaintextLimit) {
            return cipher.getCiphertextDecodeLimit(plaintextLimit);
        }

        @Override
        public int getCiphertextEncodeLimit(int plaintextLimit) {
            return cipher.getCiphertextEncodeLimit(plaintextLimit);
        }

        @Override
        public int getPlaintextDecodeLimit(int ciphertextLimit) {
            return cipher.getPlaintextDecodeLimit(ciphertextLimit);
        }

        @Override
        public int getPlaintextEncodeLimit(int ciphertextLimit) {
            return cipher.getPlaintextEncodeLimit(ciphertextLimit);
        }

        @Override
        public void rekeyDecoder() throws IOException {
            cipher.rekeyDecoder();
        }

        @Override
        public void rekeyEncoder() throws IOException {
            cipher.rekeyEncoder();
        }

        @Override
        public boolean usesOpaqueRecordTypeDecode() {
            return cipher.usesOpaqueRecordTypeDecode();
        }

        @Override
        public boolean usesOpaqueRecordTypeEncode() {
            return cipher.usesOpaqueRecordTypeEncode();
        }
    }
}
