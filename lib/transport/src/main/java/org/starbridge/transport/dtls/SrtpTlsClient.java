package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.Hashtable;
import java.util.Vector;
import org.bouncycastle.tls.AbstractTlsClient;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.CertificateStatusRequest;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsSRTPUtils;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.UseSRTPData;
import org.jspecify.annotations.Nullable;

/** Tells Bouncy Castle how we behave as DTLS client. Owned by the thread of the handshake. */
final class SrtpTlsClient extends AbstractTlsClient {
    private final Handshake handshake;

    SrtpTlsClient(Handshake handshake) {
        super(handshake.identity().crypto());
        this.handshake = handshake;
    }

    @Override
    protected ProtocolVersion[] getSupportedVersions() {
        return Handshake.VERSIONS.clone();
    }

    @Override
    protected int[] getSupportedCipherSuites() {
        return handshake.cipherSuites();
    }

    @Override
    @SuppressWarnings({"rawtypes", "JdkObsolete"}) // Bouncy Castle's signature.
    protected Vector<Integer> getSupportedGroups(Vector namedGroupRoles) {
        Vector<Integer> groups = new Vector<>();
        for (int group : Handshake.GROUPS) {
            groups.add(group);
        }
        return groups;
    }

    @Override
    @SuppressWarnings("JdkObsolete") // Bouncy Castle's signature.
    protected Vector<SignatureAndHashAlgorithm> getSupportedSignatureAlgorithms() {
        return Handshake.signatureAlgorithms();
    }

    /** No OCSP: a self-signed certificate has no issuer to ask. */
    @Override
    protected @Nullable CertificateStatusRequest getCertificateStatusRequest() {
        return null;
    }

    @Override
    public int getHandshakeTimeoutMillis() {
        return handshake.timeoutMs();
    }

    @Override
    public int getHandshakeResendTimeMillis() {
        return Handshake.RESEND_MS;
    }

    @Override
    public int getMaxCertificateChainLength() {
        return Handshake.MAX_PARSED_CHAIN_LENGTH;
    }

    @Override
    public void notifySecureRenegotiation(boolean secureRenegotiation) {
        // We never renegotiate, see Handshake.
    }

    @Override
    @SuppressWarnings({"rawtypes", "JdkObsolete"}) // Bouncy Castle's signature.
    public Hashtable getClientExtensions() throws IOException {
        Hashtable extensions = super.getClientExtensions();
        TlsSRTPUtils.addUseSRTPExtension(extensions, new UseSRTPData(handshake.profileIds(), TlsUtils.EMPTY_BYTES));
        return extensions;
    }

    @Override
    @SuppressWarnings("rawtypes") // Bouncy Castle's signature.
    public void processServerExtensions(Hashtable serverExtensions) throws IOException {
        super.processServerExtensions(serverExtensions);
        UseSRTPData answer = serverExtensions == null ? null : TlsSRTPUtils.getUseSRTPExtension(serverExtensions);
        if (answer == null) {
            throw new HandshakeRefused(
                    AlertDescription.handshake_failure, "the peer's ServerHello has no use_srtp extension");
        }
        handshake.acceptProfile(answer.getProtectionProfiles(), answer.getMki());
    }

    @Override
    public TlsAuthentication getAuthentication() {
        return new TlsAuthentication() {
            @Override
            public void notifyServerCertificate(TlsServerCertificate serverCertificate) throws IOException {
                handshake.checkCertificate(serverCertificate.getCertificate());
            }

            @Override
            public @Nullable TlsCredentials getClientCredentials(CertificateRequest request) {
                Vector<?> accepted = request.getSupportedSignatureAlgorithms();
                boolean canVerifyUs = accepted == null || accepted.stream().anyMatch(Handshake::isEcdsaSha256);
                return canVerifyUs ? handshake.identity().signer(context) : null;
            }
        };
    }

    @Override
    public void notifyHandshakeComplete() throws IOException {
        super.notifyHandshakeComplete();
        handshake.exportKeys(context);
    }
}
