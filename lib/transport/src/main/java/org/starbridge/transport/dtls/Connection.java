package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.AlertLevel;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.record.RecordLayer;

/**
 * A session that is up: application data in and out, alerts, and the answer to a peer that repeats its last flight.
 * Owned by whichever thread works on the session.
 */
final class Connection {
    /** Bounds the length of a task while the peer keeps sending. */
    private static final int RECORDS_PER_TASK = 64;

    private static final int ALERT_BYTES = 2;

    private final RecordLayer records;
    private final DropCounts dropped;
    private final Consumer<byte[]> outbox;
    /** Null as client, and since the peer has sent something that it sends only after it got it. */
    private @Nullable LastFlight lastFlight;

    private boolean isClosed;

    Connection(RecordLayer records, @Nullable LastFlight lastFlight, DropCounts dropped, Consumer<byte[]> outbox) {
        this.records = records;
        this.lastFlight = lastFlight;
        this.dropped = dropped;
        this.outbox = outbox;
    }

    void send(byte[] data) {
        outbox.accept(records.seal(Records.APPLICATION_DATA, data));
    }

    /**
     * Gives out the contents of records that are here, as far as the budget of one task goes.
     *
     * @param datagrams the next one that is well-formed, or null
     * @throws IOException if the peer says that it failed
     */
    void receive(Supplier<byte @Nullable []> datagrams, Consumer<byte[]> contents) throws IOException {
        int budget = RECORDS_PER_TASK;
        while (budget > 0 && !isClosed) {
            byte[] datagram = datagrams.get();
            if (datagram == null) {
                return;
            }
            for (int at = 0; at < datagram.length && !isClosed; budget--) {
                int length = Records.recordLengthBytes(datagram, at);
                onRecord(datagram, at, length, contents);
                at += length;
            }
        }
    }

    private void onRecord(byte[] datagram, int at, int length, Consumer<byte[]> contents) throws IOException {
        if (!RecordLayer.isOfEpoch(datagram, at)) {
            if (lastFlight == null || !isOfFlight(datagram, at)) {
                dropped.add(DtlsDropReason.UNEXPECTED);
            }
            return;
        }
        if (!records.isNew(datagram, at)) {
            dropped.add(DtlsDropReason.REPLAYED);
            return;
        }
        byte[] content = records.open(datagram, at, length);
        if (content == null) {
            dropped.add(DtlsDropReason.NOT_AUTHENTIC);
            return;
        }
        switch (Records.type(datagram, at)) {
            case Records.APPLICATION_DATA -> {
                lastFlight = null;
                if (content.length > 0) {
                    contents.accept(content);
                }
            }
            case Records.ALERT -> onAlert(content);
            case Records.HANDSHAKE -> onHandshake(content);
            default -> dropped.add(DtlsDropReason.UNEXPECTED);
        }
    }

    /** The plain part of a flight that the peer repeats; what counts is its Finished. */
    private static boolean isOfFlight(byte[] datagram, int at) {
        return Records.isPlainHandshake(datagram, at) || Records.type(datagram, at) == Records.CHANGE_CIPHER_SPEC;
    }

    private void onHandshake(byte[] content) {
        LastFlight ours = lastFlight;
        if (ours != null && content.length > 0 && content[0] == Records.FINISHED) {
            outbox.accept(ours.again(records));
        } else {
            dropped.add(DtlsDropReason.UNEXPECTED);
        }
    }

    /** RFC 5246 section 7.2. Warnings other than close_notify change nothing. */
    private void onAlert(byte[] content) throws IOException {
        if (content.length != ALERT_BYTES) {
            dropped.add(DtlsDropReason.UNEXPECTED);
        } else if (content[0] == AlertLevel.fatal) {
            isClosed = true;
            throw new TlsFatalAlertReceived((short) (content[1] & 0xFF));
        } else if (content[1] == AlertDescription.close_notify) {
            close();
        }
    }

    /** Returns whether it was closed, by either side. */
    boolean isClosed() {
        return isClosed;
    }

    /** Says close_notify, once. */
    void close() {
        if (!isClosed) {
            isClosed = true;
            outbox.accept(records.seal(
                    Records.ALERT, new byte[] {(byte) AlertLevel.warning, (byte) AlertDescription.close_notify}));
        }
    }

    /** Part of a snapshot; null when it is read. */
    static Connection state(State state, @Nullable Connection known, DropCounts dropped, Consumer<byte[]> outbox)
            throws StateException {
        RecordLayer records = RecordLayer.state(state, known == null ? null : known.records);
        LastFlight lastFlight =
                state.<@Nullable LastFlight>optional(known == null ? null : known.lastFlight, LastFlight::state);
        return known == null ? new Connection(records, lastFlight, dropped, outbox) : known;
    }
}
