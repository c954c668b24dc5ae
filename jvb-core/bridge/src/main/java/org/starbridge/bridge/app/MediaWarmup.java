package org.starbridge.bridge.app;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.DtlsKeyAgreement;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Runs what a media thread does when an endpoint joins before the first one joins: handshakes of two peers in memory, with ciphers from
 * their keys. Without it Java loads classes and makes forms of its own for native calls (at their 127th call from code that is not
 * compiled) on the media thread while a hundred join, and the others' packets wait.
 */
final class MediaWarmup {
    /** Each makes eight cipher contexts: more than 127 calls of each function. */
    private static final int HANDSHAKES = 20;

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int SSRC = 1;
    private static final int HEADER_BYTES = 12;
    private static final int PAYLOAD_BYTES = 100;

    private final KeyAgreement.Factory factory;
    private final DtlsIdentity identity;
    private final SrtpCrypto crypto;

    private MediaWarmup(KeyAgreement.Factory factory, DtlsIdentity identity, SrtpCrypto crypto) {
        this.factory = factory;
        this.identity = identity;
        this.crypto = crypto;
    }

    /**
     * Runs the handshakes. Nothing of them is left afterwards.
     *
     * @param profiles those that endpoints are offered
     * @return whether what was sealed by one peer was read by the other, each time and in time
     */
    static boolean run(List<SrtpProfile> profiles, DtlsIdentity identity, SrtpCrypto crypto) {
        long endNs = System.nanoTime() + LIMIT.toNanos();
        int packetBytes = HEADER_BYTES + PAYLOAD_BYTES + SrtpProfile.MAX_RTP_OVERHEAD_BYTES;
        try (DtlsHandshakes threads = new DtlsHandshakes(1, 2, LIMIT);
                Slab packet = Slab.allocate(packetBytes);
                Slab plain = Slab.allocate(packetBytes)) {
            MediaWarmup warmup = new MediaWarmup(DtlsKeyAgreement.factory(threads, profiles), identity, crypto);
            for (int i = 0; i < HANDSHAKES; i++) {
                if (!warmup.handshake(endNs, packet.address(), plain.address())) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean handshake(long endNs, long packet, long plain) {
        CountDownLatch done = new CountDownLatch(2);
        Peer server = new Peer(done);
        Peer client = new Peer(done);
        try (KeyAgreement ours = factory.create(identity, server);
                KeyAgreement theirs = factory.create(identity, client)) {
            server.other.set(theirs);
            client.other.set(ours);
            ours.remoteFingerprints(List.of(identity.fingerprint()));
            theirs.remoteFingerprints(List.of(identity.fingerprint()));
            ours.start(DtlsRole.SERVER);
            theirs.start(DtlsRole.CLIENT);
            if (!done.await(endNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
        SrtpKeys serverKeys = server.keys;
        SrtpKeys clientKeys = client.keys;
        return serverKeys != null
                && clientKeys != null
                && passes(serverKeys, clientKeys, packet, plain)
                && passes(clientKeys, serverKeys, packet, plain);
    }

    private boolean passes(SrtpKeys from, SrtpKeys to, long packet, long plain) {
        try (SrtpSender sender = new SrtpSender(crypto, from, 1);
                SrtpReceiver receiver = new SrtpReceiver(crypto, to, 1)) {
            SendStream sent = Objects.requireNonNull(sender.stream(SSRC));
            ReceiveStream received = Objects.requireNonNull(receiver.stream(SSRC));
            Memory.fill(packet, HEADER_BYTES + PAYLOAD_BYTES, (byte) 0);
            Memory.put32(packet, 0x80_00_00_00);
            Memory.put32(packet + 8, SSRC);
            int lengthBytes = sender.protectRtp(sent, 0, packet, HEADER_BYTES, PAYLOAD_BYTES, 0, 0);
            return lengthBytes > 0
                    && receiver.unprotectRtp(received, packet, lengthBytes, HEADER_BYTES, plain)
                            == HEADER_BYTES + PAYLOAD_BYTES;
        }
    }

    /** One side; what it sends the other has at once. */
    private static final class Peer implements KeyAgreement.Listener {
        private final CountDownLatch done;
        private final AtomicReference<@Nullable KeyAgreement> other = new AtomicReference<>();
        private volatile @Nullable SrtpKeys keys;

        Peer(CountDownLatch done) {
            this.done = done;
        }

        @Override
        public void send(byte[] datagram) {
            Objects.requireNonNull(other.get()).onDatagram(datagram);
        }

        @Override
        public Runnable wakeUp() {
            return () -> {};
        }

        @Override
        public void onKeys(SrtpKeys keys) {
            this.keys = keys;
            done.countDown();
        }

        @Override
        public void onFailed(String reason) {
            done.countDown();
        }

        @Override
        public void onClosed() {
            done.countDown();
        }
    }
}
