package org.starbridge.transport.dtls;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.math.BigInteger;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.tls.crypto.Tls13Verifier;
import org.bouncycastle.tls.crypto.TlsCertificate;
import org.bouncycastle.tls.crypto.TlsEncryptor;
import org.bouncycastle.tls.crypto.TlsVerifier;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCertificate;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;
import org.jspecify.annotations.Nullable;

/**
 * Certificate of a peer as DER. Bouncy Castle keeps it as long as the session, and its parsed form has six times as
 * many bytes, so that form is held weakly and made again when it is needed. Owned by the session.
 */
final class EncodedCertificate implements TlsCertificate {
    private final BcTlsCrypto crypto;
    private final byte[] der;
    private WeakReference<BcTlsCertificate> parsed;

    /** @throws IOException if {@code der} is no certificate */
    EncodedCertificate(BcTlsCrypto crypto, byte[] der) throws IOException {
        this.crypto = crypto;
        this.der = der.clone();
        parsed = new WeakReference<>(new BcTlsCertificate(crypto, this.der));
    }

    private BcTlsCertificate parsed() throws IOException {
        BcTlsCertificate known = parsed.get();
        if (known == null) {
            known = new BcTlsCertificate(crypto, der);
            parsed = new WeakReference<>(known);
        }
        return known;
    }

    /** Returns whether the parsed form is there at present. */
    boolean isParsed() {
        return parsed.get() != null;
    }

    /** Parses what was parsed before. */
    private BcTlsCertificate parsedAgain() {
        try {
            return parsed();
        } catch (IOException e) {
            throw new IllegalStateException("a certificate that was read cannot be read again", e);
        }
    }

    @Override
    public TlsEncryptor createEncryptor(int tlsCertificateRole) throws IOException {
        return parsed().createEncryptor(tlsCertificateRole);
    }

    @Override
    public TlsVerifier createVerifier(short signatureAlgorithm) throws IOException {
        return parsed().createVerifier(signatureAlgorithm);
    }

    @Override
    public Tls13Verifier createVerifier(int signatureScheme) throws IOException {
        return parsed().createVerifier(signatureScheme);
    }

    @Override
    public byte[] getEncoded() {
        return der.clone();
    }

    @Override
    public byte @Nullable [] getExtension(ASN1ObjectIdentifier extension) throws IOException {
        return parsed().getExtension(extension);
    }

    @Override
    public BigInteger getSerialNumber() {
        return parsedAgain().getSerialNumber();
    }

    @Override
    public String getSigAlgOID() {
        return parsedAgain().getSigAlgOID();
    }

    @Override
    public @Nullable ASN1Encodable getSigAlgParams() throws IOException {
        return parsed().getSigAlgParams();
    }

    @Override
    public short getLegacySignatureAlgorithm() throws IOException {
        return parsed().getLegacySignatureAlgorithm();
    }

    @Override
    public boolean supportsSignatureAlgorithm(short signatureAlgorithm) throws IOException {
        return parsed().supportsSignatureAlgorithm(signatureAlgorithm);
    }

    @Override
    public boolean supportsSignatureAlgorithmCA(short signatureAlgorithm) throws IOException {
        return parsed().supportsSignatureAlgorithmCA(signatureAlgorithm);
    }

    @Override
    public TlsCertificate checkUsageInRole(int tlsCertificateRole) throws IOException {
        parsed().checkUsageInRole(tlsCertificateRole);
        return this;
    }
}
