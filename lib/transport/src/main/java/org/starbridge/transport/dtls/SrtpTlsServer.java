package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.Hashtable;
import org.bouncycastle.tls.AbstractTlsServer;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.ClientCertificateType;
import org.bouncycastle.tls.KeyExchangeAlgorithm;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsSRTPUtils;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.UseSRTPData;

/**
 * Our choices as DTLS server, for Bouncy Castle. Owned by the thread of the handshake.
 *
 * <p>There is no HelloVerifyRequest: its cookie proves that the client owns its address, and ICE has proved that before
 * the first DTLS datagram is looked at (RFC 8827 section 6.5).
 */
final class SrtpTlsServer extends AbstractTlsServer {
    private final Handshake handshake;

    SrtpTlsServer(Handshake handshake) {
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
    public int[] getSupportedGroups() {
        return Handshake.GROUPS.clone();
    }

    /** The client's first choice among ours: a stranger can not make us compute on the large curves. */
    @Override
    protected int selectECDH(int minimumCurveBits) {
        int[] offered = context.getSecurityParametersHandshake().getClientSupportedGroups();
        if (offered == null) {
            return NamedGroup.secp256r1;
        }
        for (int group : offered) {
            for (int ours : Handshake.GROUPS) {
                if (group == ours) {
                    return group;
                }
            }
        }
        return -1;
    }

    /** Without a common group there is no suite: the default considers the size of the client's curves only. */
    @Override
    protected boolean selectCipherSuite(int cipherSuite) throws IOException {
        return selectECDH(0) >= 0 && super.selectCipherSuite(cipherSuite);
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
    @SuppressWarnings("rawtypes") // Bouncy Castle's signature.
    public void processClientExtensions(Hashtable clientExtensions) throws IOException {
        super.processClientExtensions(clientExtensions);
        UseSRTPData offer = clientExtensions == null ? null : TlsSRTPUtils.getUseSRTPExtension(clientExtensions);
        handshake.chooseProfile(offer == null ? null : offer.getProtectionProfiles());
    }

    @Override
    @SuppressWarnings({"rawtypes", "JdkObsolete"}) // Bouncy Castle's signature.
    public Hashtable getServerExtensions() throws IOException {
        Hashtable extensions = super.getServerExtensions();
        TlsSRTPUtils.addUseSRTPExtension(
                extensions, new UseSRTPData(new int[] {handshake.profileId()}, TlsUtils.EMPTY_BYTES));
        return extensions;
    }

    @Override
    public TlsCredentials getCredentials() throws IOException {
        if (context.getSecurityParametersHandshake().getKeyExchangeAlgorithm() != KeyExchangeAlgorithm.ECDHE_ECDSA) {
            throw new TlsFatalAlert(AlertDescription.internal_error);
        }
        return handshake.identity().signer(context);
    }

    @Override
    public CertificateRequest getCertificateRequest() {
        return new CertificateRequest(
                new short[] {ClientCertificateType.ecdsa_sign, ClientCertificateType.rsa_sign},
                Handshake.signatureAlgorithms(),
                null);
    }

    @Override
    public void notifyClientCertificate(Certificate clientCertificate) throws IOException {
        handshake.checkCertificate(clientCertificate);
    }

    @Override
    public void notifyHandshakeComplete() throws IOException {
        super.notifyHandshakeComplete();
        handshake.exportKeys(context);
    }
}
