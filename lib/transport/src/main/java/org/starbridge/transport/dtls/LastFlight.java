package org.starbridge.transport.dtls;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.record.RecordLayer;

/**
 * Our last flight as server, ChangeCipherSpec and Finished. A client that repeats its own flight has not got it, so it
 * goes again, in records with new numbers (RFC 6347 section 4.2.4).
 */
final class LastFlight {
    private static final int MAX_FINISHED_BYTES = 256;
    private static final byte CHANGE = 1;

    private final byte[] finished;
    private long nextPlainNumber;

    /**
     * @param finished the message
     * @param nextPlainNumber behind that of the last record of epoch 0
     */
    LastFlight(byte[] finished, long nextPlainNumber) {
        this.finished = finished;
        this.nextPlainNumber = nextPlainNumber;
    }

    /** The datagram. */
    byte[] again(RecordLayer records) {
        byte[] sealed = records.seal(Records.HANDSHAKE, finished);
        return ByteBuffer.allocate(Records.HEADER_BYTES + 1 + sealed.length)
                .put((byte) Records.CHANGE_CIPHER_SPEC)
                .putShort((short) 0xFEFD)
                .putLong(nextPlainNumber++)
                .putShort((short) 1)
                .put(CHANGE)
                .put(sealed)
                .array();
    }

    /** Part of a snapshot; null when it is read. */
    static LastFlight state(State state, @Nullable LastFlight known) throws StateException {
        byte[] finished = state.bytes(known == null ? new byte[0] : known.finished, MAX_FINISHED_BYTES);
        long next = state.i64(known == null ? 0 : known.nextPlainNumber);
        return known == null ? new LastFlight(finished, next) : known;
    }
}
