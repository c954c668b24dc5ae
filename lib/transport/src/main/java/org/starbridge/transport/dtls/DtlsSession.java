package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The DTLS association with one endpoint: handshake, SRTP keys, then SCTP packets as application data.
 *
 * <p>Its methods may be called from any thread and never wait for the network or for computing; a short lock hands over
 * to the one pool thread that runs the session at a time. Everything waiting is bounded. The peer can not cause an
 * exception here.
 */
public final class DtlsSession implements AutoCloseable {
    /**
     * Longest application data that {@link #sendApplicationData} takes. With 37 bytes of DTLS, 8 of UDP and 40 of IPv6
     * it makes 1277, which the least MTU of IPv6 carries; SCTP must cut its packets to this.
     */
    public static final int MAX_APPLICATION_DATA_BYTES = 1192;

    private static final int MAX_OUTBOX = 256;
    /** A task takes some 100 microseconds; one on a machine without time for it, longer. */
    private static final long REST_LIMIT_NS = 1_000_000_000;

    /**
     * Listener to what the session says. All calls come one at a time, and must not block: they come from threads of
     * the {@link DtlsHandshakes}, which hold a permit to compute, and from {@link DtlsSession#sendApplicationData}. The
     * order is: {@code send} at any time; {@code onConnected} at most once, and {@code onApplicationData} only after
     * it; last exactly one of {@code onFailed} and {@code onClosed}, after which nothing follows. An exception thrown
     * by a listener fails its session.
     */
    public interface Listener {
        /**
         * A datagram of up to 1200 bytes (application data: a little more) for the peer; the array is the listener's.
         */
        void send(byte[] datagram);

        /** The handshake is complete and the peer's certificate is the signalled one. */
        void onConnected(DtlsSrtpKeys keys);

        /** The content of one record from the peer; the array is the listener's. */
        void onApplicationData(byte[] data);

        /**
         * The session is over because of an error, before or after it was connected; the reason is a clear sentence.
         */
        void onFailed(String reason);

        /** The session is over because the peer said so (close_notify), or because {@link DtlsSession#close} did. */
        void onClosed();
    }

    private enum Phase {
        NEW,
        AWAITING_CLIENT_HELLO,
        /** Too many others are at it: tries again soon. */
        POSTPONED,
        HANDSHAKING,
        CONNECTED,
        ENDED
    }

    private final DtlsHandshakes pool;
    private final Listener listener;
    private final DropCounts dropped = new DropCounts();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rested = lock.newCondition();

    private final SessionHandshake handshake;

    // Guarded by the lock.
    private final InboundDatagrams inbox;
    private final ArrayDeque<byte[]> outbox = new ArrayDeque<>();
    private Phase phase = Phase.NEW;
    private @Nullable DtlsRole role;
    /** Of the wait for a ClientHello or for the next try. */
    private @Nullable Future<?> timer;

    private long deadlineNs;
    private boolean isCloseRequested;
    private boolean isTaskPending;

    private @Nullable Connection connection;

    /**
     * A session that does nothing before {@link #start}, but keeps a ClientHello.
     *
     * @param profiles SRTP profile ids in order of preference, see {@link DtlsSrtpKeys}
     */
    public DtlsSession(DtlsHandshakes pool, DtlsIdentity identity, List<Integer> profiles, Listener listener) {
        if (profiles.isEmpty() || !profiles.stream().allMatch(DtlsSrtpKeys::isKnown)) {
            throw new IllegalArgumentException("SRTP profiles %s: expected some of 1, 7, 8".formatted(profiles));
        }
        this.pool = pool;
        this.listener = listener;
        inbox = new InboundDatagrams(dropped);
        handshake = new SessionHandshake(
                pool, identity, profiles, lock, inbox, dropped, listener::send, () -> isCloseRequested);
    }

    /**
     * Takes the role that signalling agreed on. A client begins at once. A server begins with the first ClientHello,
     * which may be here already; until then it has no thread. The handshake's timeout begins now. May be called once.
     */
    public void start(DtlsRole role) {
        lock.lock();
        try {
            if (this.role != null) {
                throw new IllegalStateException("start(" + role + "): already started as " + this.role);
            }
            this.role = role;
            if (phase == Phase.ENDED) {
                return;
            }
            deadlineNs = pool.nowNs() + pool.handshakeTimeout().toNanos();
            if (role == DtlsRole.CLIENT) {
                inbox.clear();
                beginHandshake(role);
            } else if (!inbox.isEmpty()) {
                beginHandshake(role);
            } else {
                phase = Phase.AWAITING_CLIENT_HELLO;
                timer = pool.atTimeout(this::onHelloTimeout);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds fingerprints of the peer's certificate; one must match. They may come before or after {@link #start}: the
     * handshake waits for the first ones, up to its timeout. More than {@value SignalledFingerprints#MAX} are ignored.
     */
    public void remoteFingerprints(Collection<DtlsFingerprint> added) {
        handshake.addFingerprints(added);
    }

    /**
     * A datagram from the peer whose first byte says DTLS (RFC 7983: 20 to 63). The session keeps the array: do not
     * change it. What is no DTLS, not expected or too much is dropped and counted.
     */
    public void onDatagram(byte[] datagram) {
        if (!Records.isWellFormed(datagram)) {
            dropped.add(DtlsDropReason.MALFORMED);
            return;
        }
        lock.lock();
        try {
            switch (phase) {
                case NEW -> inbox.keepEarly(datagram);
                case AWAITING_CLIENT_HELLO -> {
                    inbox.keepEarly(datagram);
                    if (!inbox.isEmpty()) {
                        beginHandshake(DtlsRole.SERVER);
                    }
                }
                case POSTPONED -> inbox.keepEarly(datagram);
                case HANDSHAKING -> {
                    inbox.add(datagram);
                    handshake.onChange();
                }
                case CONNECTED -> {
                    inbox.add(datagram);
                    requestTask();
                }
                case ENDED -> dropped.add(DtlsDropReason.ENDED);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends one record. The array is the session's afterwards. If no other thread works on the session, it is encrypted
     * and given to {@link Listener#send} here and now, which costs less than waking a thread for it.
     *
     * @param data up to {@value #MAX_APPLICATION_DATA_BYTES} bytes, at least one
     * @return false if it was dropped: the session is not connected, or too much waits already; SCTP sends it again
     */
    public boolean sendApplicationData(byte[] data) {
        if (data.length == 0 || data.length > MAX_APPLICATION_DATA_BYTES) {
            throw new IllegalArgumentException("application data of %d bytes: expected 1 to %d"
                    .formatted(data.length, MAX_APPLICATION_DATA_BYTES));
        }
        Connection idle;
        lock.lock();
        try {
            if (phase != Phase.CONNECTED || outbox.size() >= MAX_OUTBOX) {
                return false;
            }
            outbox.add(data);
            idle = isTaskPending ? null : connection;
            isTaskPending = true;
        } finally {
            lock.unlock();
        }
        if (idle != null) {
            work(idle, this::sendWaiting);
        }
        return true;
    }

    /**
     * Says close_notify to the peer, if connected, and ends; {@link Listener#onClosed} follows. Does not wait for it.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            isCloseRequested = true;
            switch (phase) {
                case NEW, AWAITING_CLIENT_HELLO, POSTPONED -> {
                    onEnded();
                    pool.execute(listener::onClosed);
                }
                case HANDSHAKING -> handshake.onChange();
                case CONNECTED -> requestTask();
                case ENDED -> {}
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Part of a snapshot: a connection that is up, of which nothing else is written. It waits for the task that runs.
     * What is read goes into a session that was not started; it is connected then, without an event.
     */
    public void state(State state) throws StateException {
        lock.lock();
        try {
            if (!state.isReading()) {
                awaitRest();
            } else if (phase != Phase.NEW) {
                throw new IllegalStateException("a session that was started cannot be read");
            }
            if (!state.bool(phase == Phase.CONNECTED)) {
                return;
            }
            role = state.choice(role == null ? DtlsRole.SERVER : role, DtlsRole.values());
            connection = Connection.state(state, connection, dropped, listener::send);
            phase = Phase.CONNECTED;
        } finally {
            lock.unlock();
        }
    }

    private void awaitRest() throws StateException {
        long leftNs = REST_LIMIT_NS;
        try {
            while (isTaskPending && phase == Phase.CONNECTED) {
                leftNs = rested.awaitNanos(leftNs);
                if (leftNs <= 0) {
                    throw new StateException("a DTLS session has too much to do");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StateException("the process ends");
        }
    }

    /** Returns whether application data can be sent. */
    public boolean isConnected() {
        return locked(() -> phase == Phase.CONNECTED);
    }

    /** Datagrams (or single records in them) ignored so far, for any reason. */
    public int droppedDatagrams() {
        return dropped.total();
    }

    /** Datagrams (or single records in them) ignored so far for this reason. */
    public int dropped(DtlsDropReason reason) {
        return dropped.count(reason);
    }

    // What follows with the lock held.

    private void beginHandshake(DtlsRole role) {
        cancelTimer();
        long deadline = deadlineNs;
        if (pool.tryHandshake(() -> runHandshake(role, deadline))) {
            phase = Phase.HANDSHAKING;
        } else if (pool.nowNs() - deadline < 0) {
            phase = Phase.POSTPONED;
            timer = pool.atNextTry(() -> onNextTry(role));
        } else {
            onEnded();
            pool.execute(() -> listener.onFailed("too many DTLS handshakes in progress for " + pool.timeoutText()));
        }
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel(false);
        }
    }

    private void requestTask() {
        Connection current = connection;
        if (!isTaskPending && current != null) {
            isTaskPending = true;
            pool.execute(() -> runTask(current));
        }
    }

    private void onEnded() {
        phase = Phase.ENDED;
        rested.signalAll();
        inbox.clear();
        outbox.clear();
        cancelTimer();
    }

    // What follows on pool threads, one at a time.

    private void onHelloTimeout() {
        lock.lock();
        try {
            if (phase != Phase.AWAITING_CLIENT_HELLO) {
                return;
            }
            onEnded();
        } finally {
            lock.unlock();
        }
        listener.onFailed("no ClientHello arrived within " + pool.timeoutText());
    }

    private void onNextTry(DtlsRole role) {
        lock.lock();
        try {
            if (phase == Phase.POSTPONED) {
                beginHandshake(role);
            }
        } finally {
            lock.unlock();
        }
    }

    private void runHandshake(DtlsRole role, long deadlineNs) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - pool.nowNs());
        if (leftMs < 1) {
            end("no free thread for the DTLS handshake within " + pool.timeoutText());
            return;
        }
        try {
            SessionHandshake.Completed completed =
                    handshake.run(role, (int) Math.min(leftMs, Integer.MAX_VALUE), deadlineNs);
            Connection connected = completed.connection();
            onConnected(connected);
            listener.onConnected(completed.keys());
            pool.execute(() -> runTask(connected));
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            end(locked(() -> isCloseRequested) ? null : EndReason.of(e, pool.timeoutText()));
        }
    }

    /** Other threads may send from now on, and ask for tasks; the first one follows the listener's onConnected. */
    private void onConnected(Connection connected) {
        lock.lock();
        try {
            phase = Phase.CONNECTED;
            connection = connected;
            isTaskPending = true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Receives what waits, up to a limit, sends what waits and leaves. In this order an answer to what came, SCTP's
     * acknowledgement above all, goes out at once and needs no second task.
     */
    private void runTask(Connection connected) {
        work(connected, idle -> {
            if (locked(() -> isCloseRequested)) {
                idle.close();
                return;
            }
            idle.receive(this::nextIncoming, listener::onApplicationData);
            if (!idle.isClosed()) {
                sendWaiting(idle);
            }
        });
    }

    /** Work on a connection that is up. */
    @FunctionalInterface
    private interface Work {
        void on(Connection connected) throws IOException;
    }

    /** Does something while this thread is the only one at it; what came up meanwhile is a task for the pool. */
    private void work(Connection connected, Work work) {
        try {
            work.on(connected);
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            connected.close();
            end(EndReason.of(e, pool.timeoutText()));
            return;
        }
        if (connected.isClosed()) {
            end(null);
            return;
        }
        lock.lock();
        try {
            isTaskPending = false;
            rested.signalAll();
            if (isCloseRequested || !inbox.isEmpty() || !outbox.isEmpty()) {
                requestTask();
            }
        } finally {
            lock.unlock();
        }
    }

    private void sendWaiting(Connection connected) {
        for (byte[] data = nextOutgoing(); data != null; data = nextOutgoing()) {
            connected.send(data);
        }
    }

    private byte @Nullable [] nextIncoming() {
        lock.lock();
        try {
            return inbox.poll();
        } finally {
            lock.unlock();
        }
    }

    private byte @Nullable [] nextOutgoing() {
        lock.lock();
        try {
            return outbox.poll();
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> read) {
        lock.lock();
        try {
            return read.get();
        } finally {
            lock.unlock();
        }
    }

    /** The last words; a reason if it failed. */
    private void end(@Nullable String reason) {
        lock.lock();
        try {
            onEnded();
        } finally {
            lock.unlock();
        }
        if (reason == null) {
            listener.onClosed();
        } else {
            listener.onFailed(reason);
        }
    }
}
