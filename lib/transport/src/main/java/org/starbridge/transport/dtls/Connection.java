package org.starbridge.transport.dtls;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bouncycastle.tls.DTLSTransport;

/** A session that is up: application data in and out. Owned by whichever thread works on the session. */
final class Connection {
    private final SessionTransport transport;
    private final DTLSTransport records;
    /** Room for a record; without data channels none comes. */
    private byte[] received = {};

    Connection(SessionTransport transport, DTLSTransport records) {
        this.transport = transport;
        this.records = records;
    }

    /** Another piece of work begins, with a new budget of records to receive. */
    void begin() {
        transport.onTask();
    }

    void send(byte[] data) throws IOException {
        records.send(data, 0, data.length);
        transport.flush();
    }

    /** Gives out the contents of all records that are here, as far as the budget goes. */
    void receive(BooleanSupplier hasDatagrams, Consumer<byte[]> contents) throws IOException {
        try {
            while (transport.hasRecords() || hasDatagrams.getAsBoolean()) {
                if (received.length == 0) {
                    received = new byte[transport.getReceiveLimit()];
                }
                int length = records.receive(received, 0, received.length, 0);
                if (length > 0) {
                    contents.accept(Arrays.copyOf(received, length));
                }
            }
        } catch (InterruptedIOException _) {
            // There was less than it seemed, or enough for one task: see SessionTransport.
        }
        transport.flush();
    }

    /** Returns whether a task ended, for its budget, within a datagram. */
    boolean hasRecords() {
        return transport.hasRecords();
    }

    /** Returns whether it was closed, by either side. */
    boolean isClosed() {
        return transport.isClosed();
    }

    /** Says close_notify. */
    void close() throws IOException {
        records.close();
    }

    /** After a failure, of which the reason is known already. */
    void closeAfterFailure() {
        try {
            records.close();
        } catch (IOException _) {
            // It has failed already, and with a better reason.
        }
    }
}
