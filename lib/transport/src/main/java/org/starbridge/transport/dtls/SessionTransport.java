package org.starbridge.transport.dtls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bouncycastle.tls.DatagramTransport;
import org.jspecify.annotations.Nullable;

/**
 * The datagrams of one session as Bouncy Castle sees them, until its handshake is complete. Owned by the thread of the
 * handshake; {@link #receive} blocks.
 *
 * <p>Records go in one by one, through the {@link RecordGate}. Records go out together, a flight in as few datagrams as
 * it needs: fewer can be lost. Of those that go out it knows the numbers, behind which the session goes on.
 */
final class SessionTransport implements DatagramTransport {
    /**
     * Longest datagram we send: the least MTU of IPv6 (1280) less IPv6, UDP and a TURN channel header, rounded down.
     * Handshake messages are cut to it.
     */
    static final int SEND_LIMIT_BYTES = 1200;

    private static final byte[] NOTHING = {};

    /** Source of datagrams. */
    interface Inbox {
        /** The next datagram, waiting up to this long, or null. Throws if the session shall end. */
        byte @Nullable [] next(long waitNs) throws IOException;

        /** A record was kept away from Bouncy Castle. */
        void onRefusedRecord();
    }

    private final Inbox inbox;
    private final Consumer<byte[]> outbox;
    private final RecordGate gate;
    private final ByteArrayOutputStream unsent = new ByteArrayOutputStream(SEND_LIMIT_BYTES);
    private byte[] datagram = NOTHING;
    private int nextRecord;
    private long nextPlainNumber;
    private long nextSealedNumber;
    private byte[] finished = NOTHING;

    SessionTransport(Inbox inbox, Consumer<byte[]> outbox, DtlsRole role) {
        this.inbox = inbox;
        this.outbox = outbox;
        gate = new RecordGate(role);
    }

    /** Behind the number of the last record of epoch 0. */
    long nextPlainNumber() {
        return nextPlainNumber;
    }

    /** Behind the number of the last record of epoch 1. */
    long nextSealedNumber() {
        return nextSealedNumber;
    }

    /** Our Finished, a sealed record. */
    byte[] finished() {
        return finished;
    }

    /** Records of a datagram that were not read yet; empty if there are none. */
    byte[] rest() {
        return Arrays.copyOfRange(datagram, nextRecord, datagram.length);
    }

    /** Returns whether a datagram has records that were not read. */
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
        int length = nextRecord(buf, off, len);
        if (length < 0) {
            byte[] next = inbox.next(TimeUnit.MILLISECONDS.toNanos(waitMillis));
            if (next != null) {
                datagram = next;
                nextRecord = 0;
                length = nextRecord(buf, off, len);
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
        onRecord(buf, off, len);
        if (unsent.size() + len > SEND_LIMIT_BYTES) {
            flush();
        }
        unsent.write(buf, off, len);
    }

    private void onRecord(byte[] buf, int off, int len) {
        long next = Records.number(buf, off) + 1;
        if (Records.isPlain(buf, off)) {
            nextPlainNumber = next;
            return;
        }
        nextSealedNumber = next;
        if (Records.type(buf, off) == Records.HANDSHAKE) {
            finished = Arrays.copyOfRange(buf, off, off + len);
        }
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
    }
}
