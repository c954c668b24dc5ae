package org.starbridge.transport.dtls;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Hashtable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.DTLSServerProtocol;
import org.bouncycastle.tls.DefaultTlsServer;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsCredentials;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsSRTPUtils;
import org.bouncycastle.tls.TlsUtils;
import org.bouncycastle.tls.UseSRTPData;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/** A DTLS server that is not ours, against a session of ours: see {@link PlainClient}. It asks for no certificate. */
final class PlainServer implements AutoCloseable {
    private final PlainTransport transport;
    private final Presented presented;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    final ListeningPeer clientHears;
    final DtlsSession client;

    /** A server with this certificate, of which the client has no fingerprint yet. */
    PlainServer(DtlsHandshakes pool, Presented presented) {
        this.presented = presented;
        transport = new PlainTransport(_ -> true, this::toClient);
        clientHears = new ListeningPeer(transport::onDatagram);
        client = new DtlsSession(pool, SessionPair.ALICE, SessionPair.GCM_FIRST, clientHears);
        Thread.ofPlatform().daemon().name("plain-server").start(this::run);
        client.start(DtlsRole.CLIENT);
    }

    private void toClient(byte[] datagram) {
        client.onDatagram(datagram);
    }

    private void run() {
        try {
            new DTLSServerProtocol().accept(new Server(), transport);
            ended.complete(true);
        } catch (IOException | RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    /** The alert with which the client refuses the server. */
    short awaitAlert() {
        return alertIn(ended);
    }

    static short alertIn(CompletableFuture<?> end) {
        try {
            throw new AssertionError(
                    "connected instead of refused: " + end.get(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TlsFatalAlertReceived alert) {
                return alert.getAlertDescription();
            }
            throw new AssertionError("no alert came", e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("neither an alert nor a connection came", e);
        }
    }

    @Override
    public void close() {
        client.close();
        clientHears.awaitEnd();
        ended.handle((_, _) -> true)
                .orTimeout(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS)
                .join();
    }

    private final class Server extends DefaultTlsServer {
        Server() {
            super(new BcTlsCrypto(new SecureRandom()));
        }

        @Override
        protected ProtocolVersion[] getSupportedVersions() {
            return ProtocolVersion.DTLSv12.only();
        }

        @Override
        protected int[] getSupportedCipherSuites() {
            return new int[] {
                presented.isRsa()
                        ? CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256
                        : CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
            };
        }

        @Override
        public TlsCredentials getCredentials() {
            return presented.signer(context);
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
        public Hashtable getServerExtensions() throws IOException {
            Hashtable extensions = super.getServerExtensions();
            TlsSRTPUtils.addUseSRTPExtension(
                    extensions, new UseSRTPData(new int[] {DtlsSrtpKeys.AEAD_AES_128_GCM}, TlsUtils.EMPTY_BYTES));
            return extensions;
        }
    }
}
