package org.starbridge.transport.dtls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bouncycastle.tls.DatagramTransport;
import org.jspecify.annotations.Nullable;

/**
 * The datagrams of one session as Bouncy Castle sees them. Owned by whichever pool thread runs the session.
 *
 * <p>During the handshake {@link #receive} blocks. Afterwards it never does: once nothing is left it throws, and Bouncy
 * Castle passes an {@link InterruptedIOException} on without any other effect. (Returning -1, or a short wait, makes
 * its record layer ask again and again until a whole millisecond is over.)
 *
 * <p>Records go in one by one, through the {@link RecordGate}. Records go out together, a flight in as few datagrams as
 * it needs: fewer can be lost.
 */
final class SessionTransport implements DatagramTransport {
    /**
     * Longest datagram we send: the least MTU of IPv6 (1280) less IPv6, UDP and a TURN channel header, rounded down.
     * Handshake messages are cut to it.
     */
    static final int SEND_LIMIT_BYTES = 1200;

    /** Bounds the length of a task while the peer keeps sending. */
    private static final int RECORDS_PER_TASK = 64;

    /** Source of datagrams. */
    interface Inbox {
        /** The next datagram, waiting up to this long, or null. Throws if the session shall end. */
        byte @Nullable [] next(long waitNs) throws IOException;

        /** A record was kept away from Bouncy Castle. */
        void onRefusedRecord();
    }

    /** Nothing is left: no fault, so it has no stack trace, and one serves all sessions. */
    private static final class Drained extends InterruptedIOException {
        Drained() {
            super("no datagram is left");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private final Inbox inbox;
    private final Consumer<byte[]> outbox;
    private final RecordGate gate;
    private static final byte[] NOTHING = {};

    @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack trace
    private static final InterruptedIOException DRAINED = new Drained();

    private ByteArrayOutputStream unsent = new ByteArrayOutputStream(SEND_LIMIT_BYTES);
    private byte[] datagram = NOTHING;
    private int nextRecord;
    private boolean isConnected;
    private boolean isClosed;
    private int taskBudget;

    SessionTransport(Inbox inbox, Consumer<byte[]> outbox, DtlsRole role) {
        this.inbox = inbox;
        this.outbox = outbox;
        gate = new RecordGate(role);
    }

    /** From now on {@link #receive} does not block. To be called after {@link #flush}. */
    void onConnected() {
        isConnected = true;
        unsent = new ByteArrayOutputStream(0); // most sessions send no more than a farewell
    }

    /** A new task begins, with a new budget of records. */
    void onTask() {
        taskBudget = RECORDS_PER_TASK;
    }

    /** Returns whether Bouncy Castle has closed the connection, after an alert in either direction. */
    boolean isClosed() {
        return isClosed;
    }

    /** Returns whether a task ended, for its budget, within a datagram. */
    boolean hasRecords() {
        return nextRecord < datagram.length;
    }

    @Override
    public int getReceiveLimit() {
        return Records.MAX_DATAGRAM_BYTES;
    }

    @Override
    public int getSendLimit() {
        return SEND_LIMIT_BYTES;
    }

    @Override
    public int receive(byte[] buf, int off, int len, int waitMillis) throws IOException {
        flush();
        if (isConnected && (isClosed || taskBudget-- <= 0)) {
            throw DRAINED;
        }
        int length = nextRecord(buf, off, len);
        if (length < 0) {
            byte[] next = inbox.next(isConnected ? 0 : TimeUnit.MILLISECONDS.toNanos(waitMillis));
            if (next != null) {
                datagram = next;
                nextRecord = 0;
                length = nextRecord(buf, off, len);
            } else if (isConnected) {
                throw DRAINED;
            }
        }
        return length;
    }

    /** Copies the next admitted record of the current datagram, or answers -1. */
    private int nextRecord(byte[] buf, int off, int len) {
        while (nextRecord < datagram.length) {
            int start = nextRecord;
            int length = Records.recordLengthBytes(datagram, start);
            nextRecord += length;
            if (length <= len && gate.admits(datagram, start, length)) {
                System.arraycopy(datagram, start, buf, off, length);
                gate.neutralise(buf, off);
                return length;
            }
            inbox.onRefusedRecord();
        }
        datagram = NOTHING;
        nextRecord = 0;
        return -1;
    }

    @Override
    public void send(byte[] buf, int off, int len) {
        if (unsent.size() + len > SEND_LIMIT_BYTES) {
            flush();
        }
        unsent.write(buf, off, len);
    }

    /** Sends what was held back to share a datagram. */
    void flush() {
        if (unsent.size() > 0) {
            byte[] out = unsent.toByteArray();
            unsent.reset();
            outbox.accept(out);
        }
    }

    @Override
    public void close() {
        flush();
        isClosed = true;
    }
}
