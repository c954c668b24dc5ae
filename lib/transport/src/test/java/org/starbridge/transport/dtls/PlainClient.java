package org.starbridge.transport.dtls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.tls.CertificateRequest;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.DTLSClientProtocol;
import org.bouncycastle.tls.DTLSTransport;
import org.bouncycastle.tls.DefaultTlsClient;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.SecurityParameters;
import org.bouncycastle.tls.TlsAuthentication;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsSRTPUtils;
import org.bouncycastle.tls.TlsServerCertificate;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.UseSRTPData;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/**
 * A DTLS client that is not ours, against a session of ours: Bouncy Castle as it comes, on a thread of its own, one
 * record per datagram, with or without extended_master_secret. Computes RFC 5705's exporter itself, with the JDK's
 * HMAC.
 */
final class PlainClient implements AutoCloseable {
    enum MasterSecret {
        EXTENDED,
        LEGACY
    }

    private final CompletableFuture<DtlsSrtpKeys> keys = new CompletableFuture<>();
    private final PlainTransport transport;
    private final Presented presented;
    final ListeningPeer serverHears;
    final DtlsSession server;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final CompletableFuture<DTLSTransport> connection = new CompletableFuture<>();
    private final int cipherSuite;

    /** Starts both sides; the predicate says whether the n-th datagram of both directions arrives. */
    PlainClient(DtlsHandshakes pool, MasterSecret masterSecret, IntPredicate arrives) {
        this(pool, masterSecret, arrives, CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256);
    }

    /** The same with the one cipher suite that the client offers. */
    PlainClient(DtlsHandshakes pool, MasterSecret masterSecret, IntPredicate arrives, int cipherSuite) {
        this(pool, masterSecret, arrives, cipherSuite, Presented.ecdsa("secp256r1"));
        server.remoteFingerprints(List.of(presented.fingerprint()));
    }

    /** A client with this certificate, of which the server has no fingerprint yet. */
    PlainClient(DtlsHandshakes pool, Presented presented) {
        this(
                pool,
                MasterSecret.EXTENDED,
                _ -> true,
                CipherSuite.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
                presented);
    }

    private PlainClient(
            DtlsHandshakes pool,
            MasterSecret masterSecret,
            IntPredicate arrives,
            int cipherSuite,
            Presented presented) {
        this.cipherSuite = cipherSuite;
        this.presented = presented;
        transport = new PlainTransport(arrives, this::toServer);
        serverHears = new ListeningPeer(transport::onDatagram);
        server = new DtlsSession(pool, SessionPair.BOB, SessionPair.GCM_FIRST, serverHears);
        server.start(DtlsRole.SERVER);
        Thread.ofPlatform().daemon().name("plain-client").start(() -> run(masterSecret));
    }

    private void toServer(byte[] datagram) {
        server.onDatagram(datagram);
    }

    private void run(MasterSecret masterSecret) {
        try {
            connection.complete(new DTLSClientProtocol().connect(new Client(masterSecret), transport));
        } catch (IOException | RuntimeException e) {
            keys.completeExceptionally(e);
        } finally {
            ended.complete(true);
        }
    }

    /** The alert with which the server refuses the client. */
    short awaitAlert() {
        return PlainServer.alertIn(keys);
    }

    DtlsSrtpKeys awaitSameKeys() throws Exception {
        DtlsSrtpKeys ofClient = keys.get(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS);
        SessionPair.assertCrosswise(ofClient, serverHears.awaitKeys());
        return ofClient;
    }

    /** Number of datagrams that the client sent. */
    AtomicInteger sentByPlain() {
        return transport.sentByPlain;
    }

    /** The client's end, when the handshake is complete; of the calling thread from then on. */
    DTLSTransport awaitConnection() throws Exception {
        return connection.get(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        server.close();
        serverHears.awaitEnd();
        ended.orTimeout(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS).join();
    }

    private final class Client extends DefaultTlsClient {
        private final MasterSecret masterSecret;

        Client(MasterSecret masterSecret) {
            super(new BcTlsCrypto(new SecureRandom()));
            this.masterSecret = masterSecret;
        }

        @Override
        protected ProtocolVersion[] getSupportedVersions() {
            return ProtocolVersion.DTLSv12.only();
        }

        @Override
        protected int[] getSupportedCipherSuites() {
            return new int[] {cipherSuite};
        }

        @Override
        public boolean shouldUseExtendedMasterSecret() {
            return masterSecret == MasterSecret.EXTENDED;
        }

        @Override
        public int getHandshakeTimeoutMillis() {
            return 10_000;
        }

        @Override
        public int getHandshakeResendTimeMillis() {
            return 50;
        }

        @Override
        @SuppressWarnings({"rawtypes", "JdkObsolete"}) // Bouncy Castle's signature.
        public Hashtable getClientExtensions() throws IOException {
            Hashtable extensions = super.getClientExtensions();
            TlsSRTPUtils.addUseSRTPExtension(
                    extensions, new UseSRTPData(new int[] {DtlsSrtpKeys.AEAD_AES_128_GCM}, TlsUtils.EMPTY_BYTES));
            return extensions;
        }

        @Override
        public TlsAuthentication getAuthentication() {
            return new TlsAuthentication() {
                @Override
                public void notifyServerCertificate(TlsServerCertificate serverCertificate) {}

                @Override
                public TlsCredentials getClientCredentials(CertificateRequest certificateRequest) {
                    return presented.signer(context);
                }
            };
        }

        @Override
        public void notifyHandshakeComplete() throws IOException {
            super.notifyHandshakeComplete();
            SecurityParameters parameters = context.getSecurityParametersConnection();
            byte[] secret =
                    getCrypto().adoptSecret(parameters.getMasterSecret()).extract();
            ByteArrayOutputStream seed = new ByteArrayOutputStream();
            seed.writeBytes("EXTRACTOR-dtls_srtp".getBytes(StandardCharsets.US_ASCII));
            seed.writeBytes(parameters.getClientRandom());
            seed.writeBytes(parameters.getServerRandom());
            if (parameters.isExtendedMasterSecret() == (masterSecret == MasterSecret.EXTENDED)) {
                keys.complete(DtlsSrtpKeys.ofMaterial(
                        DtlsSrtpKeys.AEAD_AES_128_GCM, DtlsRole.CLIENT, prf(secret, seed.toByteArray(), 56)));
            } else {
                keys.completeExceptionally(new AssertionError("extended_master_secret is not as offered"));
            }
        }
    }

    /** P_SHA256 of RFC 5246 section 5. */
    private static byte[] prf(byte[] secret, byte[] seed, int lengthBytes) throws IOException {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] a = seed;
            while (out.size() < lengthBytes) {
                a = mac.doFinal(a);
                mac.update(a);
                out.writeBytes(mac.doFinal(seed));
            }
            return Arrays.copyOf(out.toByteArray(), lengthBytes);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
