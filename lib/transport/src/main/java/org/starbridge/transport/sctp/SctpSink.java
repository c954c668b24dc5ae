package org.starbridge.transport.sctp;

/**
 * Sink of what an association says, during the call that made it say so. An implementation does not call back into the
 * association; arrays are its own.
 */
public interface SctpSink {
    /** A packet for the peer. If it is lost, for whatever reason, it or its like comes again. */
    void send(byte[] packet);

    /** The association is up: messages may be sent. */
    void onConnected();

    /**
     * A whole message came.
     *
     * @param streamId 0 to 65535
     * @param ppid payload protocol identifier (RFC 8831 section 8)
     * @param payload at least one byte
     */
    void onMessage(int streamId, int ppid, byte[] payload);

    /** The peer reset these streams of its own: their sequence numbers restart (RFC 6525 section 5.2.2). */
    void onIncomingReset(int[] streamIds);

    /**
     * The reset of these streams of ours is over.
     *
     * @param isPerformed false if the peer refused
     */
    void onOutgoingReset(int[] streamIds, boolean isPerformed);

    /** After a refusal for lack of buffer: there is room again. */
    void onWritable();

    /** The association is over; what was not delivered never will be. It may come up again if the peer begins again. */
    void onClosed(SctpEnd end);
}
