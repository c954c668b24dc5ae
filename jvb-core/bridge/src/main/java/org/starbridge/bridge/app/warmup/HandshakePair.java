package org.starbridge.bridge.app.warmup;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * The keys of two peers that shook hands in memory.
 *
 * @param server of the DTLS server
 * @param client of the DTLS client
 */
record HandshakePair(SrtpKeys server, SrtpKeys client) {
    /**
     * Lets two peers shake hands.
     *
     * @param identity of both
     * @param endNs monotonic time at which it is given up
     * @return null if it failed or took too long
     */
    static @Nullable HandshakePair connect(KeyAgreement.Factory factory, DtlsIdentity identity, long endNs) {
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
                return null;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return null;
        }
        SrtpKeys serverKeys = server.keys;
        SrtpKeys clientKeys = client.keys;
        return serverKeys == null || clientKeys == null ? null : new HandshakePair(serverKeys, clientKeys);
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
