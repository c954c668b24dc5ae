package org.starbridge.media.endpoint;

import java.util.function.Function;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * The snapshot of one endpoint's session, with what its worker adds. It holds keys: it goes from process to process in
 * memory, and is wiped there.
 *
 * @param crypto makes SRTP contexts
 * @param agents makes ICE agents with given credentials
 * @param maker makes outgoing streams that the plan in force does not need
 * @param streams what the worker knows of an outgoing stream elsewhere
 * @param sink takes what the ICE agent tells
 * @param keys whether SRTP keys are in it
 */
public record SessionSnapshot(
        SrtpCrypto crypto,
        Function<IceCredentials, IceAgent> agents,
        OutgoingStreams.Maker maker,
        OutgoingStreams.StreamPart streams,
        PeerSink sink,
        Keys keys) {
    /** What becomes of SRTP keys. */
    public enum Keys {
        /** They are written: another process goes on with them. */
        WRITTEN,
        /** Zeros are written: a replay needs none. */
        LEFT_OUT
    }

    private static final int SESSION_PART = 10;
    /** For people and tests: how many packets the snapshot leaves out that might still have gone. */
    private static final int LEFT_OUT_PART = 20;

    /**
     * Writes a session, which stays as it is. Nothing of it may be on its way: no packet is read, fanned out or due.
     */
    public byte[] write(EndpointSession session, long nowNs) throws StateException {
        StateWriter writer = new StateWriter(nowNs);
        writer.part(SESSION_PART, 1, part -> session.state(part, this));
        writer.part(LEFT_OUT_PART, 1, part -> part.i32(session.outgoing().heldPackets()));
        return writer.record();
    }

    /**
     * Reads a session into one that was made just now. One whose record is refused is to be expired.
     *
     * @throws StateException if the record can not be read
     */
    public void read(EndpointSession session, byte[] record, long nowNs) throws StateException {
        if (!StateReader.of(record, nowNs).part(SESSION_PART, 1, part -> session.state(part, this))) {
            throw new StateException("a record without a session");
        }
    }
}
