package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.dtls.record.RecordLayer;

/**
 * One session's way to its connection: runs the {@link Handshake} over the datagrams that wait, and holds what
 * signalling says of the peer's certificate. {@link #run} belongs to the pool's thread; the rest is for any thread.
 */
final class SessionHandshake {
    private final DtlsIdentity identity;
    private final List<Integer> profiles;
    private final ReentrantLock lock;
    private final InboundDatagrams inbox;
    private final DropCounts dropped;
    private final Consumer<byte[]> outbox;
    private final HandshakeWait handshakeWait;
    private final SignalledFingerprints fingerprints;

    /** Result of a handshake. */
    record Completed(Connection connection, DtlsSrtpKeys keys) {}

    /**
     * @param profiles SRTP profile ids in order of preference
     * @param lock the session's, which guards {@code inbox}
     * @param outbox takes datagrams for the peer
     * @param isOver whether the session shall end; evaluated with the lock held
     */
    SessionHandshake(
            DtlsHandshakes pool,
            DtlsIdentity identity,
            List<Integer> profiles,
            ReentrantLock lock,
            InboundDatagrams inbox,
            DropCounts dropped,
            Consumer<byte[]> outbox,
            BooleanSupplier isOver) {
        this.identity = identity;
        this.profiles = List.copyOf(profiles);
        this.lock = lock;
        this.inbox = inbox;
        this.dropped = dropped;
        this.outbox = outbox;
        handshakeWait = new HandshakeWait(pool, lock, isOver);
        fingerprints = new SignalledFingerprints(pool, lock, handshakeWait);
    }

    /** Adds fingerprints of the peer's certificate; one must match. */
    void addFingerprints(Collection<DtlsFingerprint> added) {
        fingerprints.add(added);
    }

    /** A datagram waits, or the session shall end. With the lock held. */
    void onChange() {
        handshakeWait.onChange();
    }

    /**
     * Runs to the end; blocks.
     *
     * @param timeoutMs for the handshake, 1 or more
     * @param deadlineNs until when signalling may still bring a fingerprint
     * @throws IOException if it fails, for whatever reason
     */
    Completed run(DtlsRole role, int timeoutMs, long deadlineNs) throws IOException {
        SessionTransport transport = new SessionTransport(new BlockingInbox(lock, inbox, handshakeWait), outbox, role);
        Handshake handshake =
                new Handshake(identity, role, profiles, timeoutMs, chain -> fingerprints.check(chain, deadlineNs));
        handshake.run(transport);
        transport.flush();
        putBack(transport.rest());
        RecordLayer records = new RecordLayer(handshake.recordKeys(), transport.nextSealedNumber());
        LastFlight lastFlight = role == DtlsRole.SERVER ? lastFlight(transport, records) : null;
        return new Completed(new Connection(records, lastFlight, dropped, outbox), handshake.keys());
    }

    private void putBack(byte[] rest) {
        if (rest.length > 0) {
            lock.lock();
            try {
                inbox.putBack(rest);
            } finally {
                lock.unlock();
            }
        }
    }

    private static @Nullable LastFlight lastFlight(SessionTransport transport, RecordLayer records) {
        byte[] finished = records.openOwn(transport.finished());
        return finished == null ? null : new LastFlight(finished, transport.nextPlainNumber());
    }
}
