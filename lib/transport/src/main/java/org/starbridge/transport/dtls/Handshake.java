package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.List;
import java.util.Vector;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.DTLSClientProtocol;
import org.bouncycastle.tls.DTLSServerProtocol;
import org.bouncycastle.tls.DatagramTransport;
import org.bouncycastle.tls.NamedGroup;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SecurityParameters;
import org.bouncycastle.tls.SignatureAndHashAlgorithm;
import org.bouncycastle.tls.SignatureScheme;
import org.bouncycastle.tls.TlsContext;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.crypto.TlsSecret;
import org.bouncycastle.util.Arrays;
import org.bouncycastle.util.Properties;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.dtls.record.RecordKeys;
import org.starbridge.transport.dtls.record.RecordSuite;

/**
 * One handshake, in either role: what we offer and accept, and the keys that come out. Owned by the thread that runs
 * it.
 *
 * <p>What both roles share is here; {@link SrtpTlsClient} and {@link SrtpTlsServer} tell it to Bouncy Castle.
 * Renegotiation and resumption do not exist in WebRTC and are not offered, so a peer without secure renegotiation (RFC
 * 5746) is no risk.
 */
final class Handshake {
    /** DTLS 1.2 and nothing else. */
    static final ProtocolVersion[] VERSIONS = {ProtocolVersion.DTLSv12};

    /** Groups of the key exchange, the preferred one first. */
    static final int[] GROUPS = {NamedGroup.x25519, NamedGroup.secp256r1, NamedGroup.secp384r1};

    /** As server our certificate is ECDSA, so only these can be chosen. */
    private static final int[] ECDSA_SUITES = {
        CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
    };

    /** As client we also accept a server with an RSA certificate. */
    private static final int[] ALL_SUITES = {
        CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
        CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        CipherSuite.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
    };

    private static final int[] SIGNATURE_SCHEMES = {
        SignatureScheme.ecdsa_secp256r1_sha256,
        SignatureScheme.ecdsa_secp384r1_sha384,
        SignatureScheme.ecdsa_secp521r1_sha512,
        SignatureScheme.rsa_pss_rsae_sha256,
        SignatureScheme.rsa_pss_rsae_sha384,
        SignatureScheme.rsa_pss_rsae_sha512,
        SignatureScheme.rsa_pkcs1_sha256,
        SignatureScheme.rsa_pkcs1_sha384,
        SignatureScheme.rsa_pkcs1_sha512
    };

    /**
     * First retransmission after 100 ms, then doubling. RFC 6347's default of one second would be the whole set-up time
     * of a call on a lossy path; a path slower than 100 ms costs a spurious flight or two, which the peer tolerates.
     */
    static final int RESEND_MS = 100;

    /**
     * Each message is bounded (see {@link Records}), and {@link CertificateLimits} has the true limit and its alert.
     */
    static final int MAX_PARSED_CHAIN_LENGTH = 1024;

    /**
     * Bouncy Castle looks whether an RSA modulus might be prime, for 4 ms with 2048 bits and eight times as long with
     * 4096. That would protect only the peer, from itself; what protects us is the limit on the length,
     * {@link CertificateLimits}.
     */
    private static final String ANY_RSA_MODULUS = "org.bouncycastle.rsa.allow_unsafe_mod";

    private static final String EXPORTER_LABEL = "EXTRACTOR-dtls_srtp";
    private static final String RECORD_KEYS_LABEL = "key expansion";

    /** Compares the peer's certificate with our limits and with what signalling said; may wait for signalling. */
    interface CertificateCheck {
        /** Throws a fatal alert whose detail says what is wrong. The chain has at least one certificate. */
        void check(Certificate chain) throws IOException;
    }

    private final DtlsIdentity identity;
    private final DtlsRole role;
    private final List<Integer> profiles;
    private final int timeoutMs;
    private final CertificateCheck certificateCheck;
    private int profileId = -1;
    private @Nullable DtlsSrtpKeys keys;
    private @Nullable RecordKeys recordKeys;

    /** The profiles in order of preference, the timeout for the whole handshake. */
    Handshake(
            DtlsIdentity identity,
            DtlsRole role,
            List<Integer> profiles,
            int timeoutMs,
            CertificateCheck certificateCheck) {
        this.identity = identity;
        this.role = role;
        this.profiles = profiles;
        this.timeoutMs = timeoutMs;
        this.certificateCheck = certificateCheck;
    }

    /** Runs to the end; the keys are available afterwards. Blocks in {@code transport.receive}. */
    void run(DatagramTransport transport) throws IOException {
        Properties.setThreadOverride(ANY_RSA_MODULUS, true);
        switch (role) {
            case CLIENT -> new DTLSClientProtocol().connect(new SrtpTlsClient(this), transport);
            case SERVER -> new DTLSServerProtocol().accept(new SrtpTlsServer(this), transport);
        }
    }

    /** Returns the keys that {@link #run} agreed on. */
    DtlsSrtpKeys keys() {
        if (keys == null) {
            throw new IllegalStateException("the handshake is not complete");
        }
        return keys;
    }

    /** Returns the keys of the records behind the handshake. */
    RecordKeys recordKeys() {
        if (recordKeys == null) {
            throw new IllegalStateException("the handshake is not complete");
        }
        return recordKeys;
    }

    DtlsIdentity identity() {
        return identity;
    }

    int timeoutMs() {
        return timeoutMs;
    }

    /** The profile agreed on, -1 before. */
    int profileId() {
        return profileId;
    }

    int[] profileIds() {
        return profiles.stream().mapToInt(Integer::intValue).toArray();
    }

    int[] cipherSuites() {
        return (role == DtlsRole.SERVER ? ECDSA_SUITES : ALL_SUITES).clone();
    }

    @SuppressWarnings("JdkObsolete") // Bouncy Castle's signature.
    static Vector<SignatureAndHashAlgorithm> signatureAlgorithms() {
        Vector<SignatureAndHashAlgorithm> algorithms = new Vector<>();
        for (int scheme : SIGNATURE_SCHEMES) {
            algorithms.add(SignatureScheme.getSignatureAndHashAlgorithm(scheme));
        }
        return algorithms;
    }

    /** As server: our first preference among what the client offers, kept for the export. */
    void chooseProfile(int @Nullable [] offered) throws HandshakeRefused {
        if (offered != null) {
            for (int ours : profiles) {
                for (int theirs : offered) {
                    if (ours == theirs) {
                        profileId = ours;
                        return;
                    }
                }
            }
        }
        throw new HandshakeRefused(
                AlertDescription.handshake_failure,
                offered == null
                        ? "the peer's ClientHello has no use_srtp extension"
                        : "the peer offers none of the bridge's SRTP profiles");
    }

    /** As client: the one profile the server answered with. */
    void acceptProfile(int[] answered, byte[] mki) throws HandshakeRefused {
        if (answered.length != 1 || !profiles.contains(answered[0]) || mki.length != 0) {
            throw new HandshakeRefused(
                    AlertDescription.illegal_parameter,
                    "the peer's use_srtp answer has a profile that was not offered");
        }
        profileId = answered[0];
    }

    void checkCertificate(@Nullable Certificate chain) throws IOException {
        if (chain == null || chain.isEmpty()) {
            throw new HandshakeRefused(AlertDescription.handshake_failure, "the peer presents no certificate");
        }
        certificateCheck.check(chain);
    }

    /**
     * RFC 5764 section 4.2, through RFC 5705's exporter without context. Bouncy Castle's own exporter insists on
     * extended_master_secret; peers without it must be served, and the formula is the same, so it is applied here for
     * all. The fingerprint check, not the session hash, is what binds these keys to the signalled peer.
     */
    void exportKeys(TlsContext context) throws HandshakeRefused {
        if (profileId < 0) {
            throw new HandshakeRefused(
                    AlertDescription.handshake_failure, "the peer's hello has no use_srtp extension");
        }
        SecurityParameters parameters = context.getSecurityParametersConnection();
        byte[] seed = TlsUtils.calculateExporterSeed(parameters, null);
        TlsSecret secret = TlsUtils.PRF(
                parameters,
                parameters.getMasterSecret(),
                EXPORTER_LABEL,
                seed,
                DtlsSrtpKeys.materialLengthBytes(profileId));
        keys = DtlsSrtpKeys.ofMaterial(profileId, role, secret.extract());
        recordKeys = recordKeys(parameters);
    }

    /** RFC 5246 section 6.3: the same keys as Bouncy Castle's, which are used behind the handshake. */
    private RecordKeys recordKeys(SecurityParameters parameters) {
        RecordSuite suite = suite(parameters.getCipherSuite());
        byte[] seed = Arrays.concatenate(parameters.getServerRandom(), parameters.getClientRandom());
        TlsSecret block = TlsUtils.PRF(
                parameters, parameters.getMasterSecret(), RECORD_KEYS_LABEL, seed, RecordKeys.blockBytes(suite));
        return RecordKeys.ofBlock(suite, role == DtlsRole.CLIENT, block.extract());
    }

    private static RecordSuite suite(int cipherSuite) {
        return switch (cipherSuite) {
            case CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
                    CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 -> RecordSuite.AES_128_GCM;
            case CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
                    CipherSuite.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256 -> RecordSuite.CHACHA20_POLY1305;
            default -> throw new IllegalStateException("a cipher suite that was not offered: " + cipherSuite);
        };
    }

    static boolean isEcdsaSha256(Object algorithm) {
        return algorithm instanceof SignatureAndHashAlgorithm pair
                && SignatureScheme.from(pair) == SignatureScheme.ecdsa_secp256r1_sha256;
    }
}
