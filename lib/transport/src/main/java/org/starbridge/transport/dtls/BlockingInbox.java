package org.starbridge.transport.dtls;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A session's datagrams as the thread that runs it sees them: it waits for what is not there yet. Takes the session's
 * lock.
 */
final class BlockingInbox implements SessionTransport.Inbox {
    private final ReentrantLock lock;
    private final InboundDatagrams incoming;
    private final HandshakeWait handshakeWait;

    /** {@code incoming} is guarded by {@code lock}. */
    BlockingInbox(ReentrantLock lock, InboundDatagrams incoming, HandshakeWait handshakeWait) {
        this.lock = lock;
        this.incoming = incoming;
        this.handshakeWait = handshakeWait;
    }

    @Override
    public byte @Nullable [] next(long waitNs) throws HandshakeRefused {
        byte[] next = poll();
        if (next == null && waitNs > 0) {
            handshakeWait.await(() -> !incoming.isEmpty(), waitNs);
            next = poll();
        }
        return next;
    }

    private byte @Nullable [] poll() {
        lock.lock();
        try {
            return incoming.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onRefusedRecord() {
        incoming.onRefusedRecord();
    }
}
