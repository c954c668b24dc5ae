package org.starbridge.transport.dtls;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.bouncycastle.tls.AlertDescription;

/**
 * Wait of a handshake's thread for something to happen to its session: without a permit to compute, which others can
 * use, and no longer than the session shall live. Under the session's lock.
 */
final class HandshakeWait {
    private final DtlsHandshakes pool;
    private final ReentrantLock lock;
    private final BooleanSupplier isOver;
    private final Condition changed;

    /**
     * Of one session.
     *
     * @param isOver whether the session shall end; evaluated with the lock held
     */
    HandshakeWait(DtlsHandshakes pool, ReentrantLock lock, BooleanSupplier isOver) {
        this.pool = pool;
        this.lock = lock;
        this.isOver = isOver;
        changed = lock.newCondition();
    }

    /** Something happened that may be waited for, or the session shall end. With the lock held. */
    void onChange() {
        changed.signalAll();
    }

    /**
     * Waits until the condition, which is evaluated with the lock held, is met, at most this long. The handshake's
     * thread only, without the lock.
     *
     * @throws HandshakeRefused when the session shall end
     */
    void await(BooleanSupplier condition, long waitNs) throws HandshakeRefused {
        pool.returnPermit();
        lock.lock();
        try {
            long leftNs = waitNs;
            while (!condition.getAsBoolean() && !isOver.getAsBoolean() && leftNs > 0) {
                leftNs = changed.awaitNanos(leftNs);
            }
            if (isOver.getAsBoolean()) {
                throw new HandshakeRefused(AlertDescription.user_canceled, "the session was closed");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new HandshakeRefused(AlertDescription.user_canceled, "the pool of DTLS handshakes was closed");
        } finally {
            lock.unlock();
            pool.takePermit();
        }
    }
}
