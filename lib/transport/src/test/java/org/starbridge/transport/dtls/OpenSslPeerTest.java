package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records to and from OpenSSL's own client. */
@Timeout(60)
class OpenSslPeerTest {
    private static final Duration HANDSHAKE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final DtlsHandshakes pool = new DtlsHandshakes(1, 4, HANDSHAKE);
    private final AtomicReference<SocketAddress> peer = new AtomicReference<>();

    @AfterEach
    void closePool() {
        pool.close();
    }

    private static boolean isInstalled() {
        try {
            return new ProcessBuilder("openssl", "version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private DtlsFingerprint makeCertificate() throws Exception {
        Process made = new ProcessBuilder(
                        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=peer -keyout key -out certificate"
                                .split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        assertThat(made.waitFor()).as(folder.toString()).isZero();
        try (InputStream in = Files.newInputStream(folder.resolve("certificate"))) {
            byte[] der = CertificateFactory.getInstance("X.509")
                    .generateCertificate(in)
                    .getEncoded();
            return DtlsFingerprint.of("sha-256", der);
        }
    }

    private static void read(DatagramSocket socket, AtomicReference<SocketAddress> peer, DtlsSession session) {
        byte[] buffer = new byte[2000];
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        try {
            while (true) {
                packet.setLength(buffer.length);
                socket.receive(packet);
                peer.set(packet.getSocketAddress());
                session.onDatagram(Arrays.copyOf(buffer, packet.getLength()));
            }
        } catch (IOException _) {
            // closed
        }
    }

    private static void send(DatagramSocket socket, SocketAddress to, byte[] datagram) {
        try {
            socket.send(new DatagramPacket(datagram, datagram.length, to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"})
    void textGoesBothWaysAndTheFarewellIsUnderstood(String suite) throws Exception {
        assumeThat(isInstalled()).isTrue();
        DtlsFingerprint fingerprint = makeCertificate();
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            ListeningPeer hears = new ListeningPeer(datagram -> send(socket, peer.get(), datagram));
            DtlsSession session = new DtlsSession(pool, SessionPair.BOB, SessionPair.GCM_FIRST, hears);
            session.remoteFingerprints(List.of(fingerprint));
            session.start(DtlsRole.SERVER);
            Thread.ofPlatform().daemon().start(() -> read(socket, peer, session));
            Process client = new ProcessBuilder(("openssl s_client -dtls1_2 -quiet -connect 127.0.0.1:"
                                    + socket.getLocalPort()
                                    + " -use_srtp SRTP_AEAD_AES_128_GCM -cert certificate -key key -cipher "
                                    + suite)
                            .split(" "))
                    .directory(folder.toFile())
                    .redirectError(folder.resolve("log").toFile())
                    .start();
            try (OutputStream typed = client.getOutputStream();
                    BufferedReader shown = client.inputReader(StandardCharsets.UTF_8)) {
                hears.awaitKeys();
                for (int i = 0; i < 5; i++) {
                    typed.write(("from OpenSSL " + i + "\n").getBytes(StandardCharsets.UTF_8));
                    typed.flush();
                    assertThat(hears.awaitData())
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo("from OpenSSL " + i + "\n");
                    session.sendApplicationData(("to OpenSSL " + i + "\n").getBytes(StandardCharsets.UTF_8));
                    assertThat(shown.readLine()).isEqualTo("to OpenSSL " + i);
                }
                session.close();
                hears.awaitClosed();
                assertThat(client.waitFor(ListeningPeer.PATIENCE_S, TimeUnit.SECONDS))
                        .as("OpenSSL ends when it gets close_notify")
                        .isTrue();
                assertThat(session.dropped(DtlsDropReason.NOT_AUTHENTIC)).isZero();
            } finally {
                client.destroyForcibly();
            }
        }
    }
}
