package org.starbridge.transport.ice;

/** What an {@link IceAgent} has done so far. Read and written by the agent's owner only. */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
public final class IceCounters {
    private final long[] drops = new long[IceDrop.values().length];
    private long requestsAnswered;
    private long checksSent;
    private long retransmissionsSent;
    private long checksAnswered;
    private long moves;

    IceCounters() {}

    /** How often something was dropped for {@code reason}. */
    public long dropped(IceDrop reason) {
        return drops[reason.ordinal()];
    }

    /** Authenticated Binding requests that were answered with success. */
    public long requestsAnswered() {
        return requestsAnswered;
    }

    /** Checks begun, consent checks included, retransmissions not. */
    public long checksSent() {
        return checksSent;
    }

    /** Checks sent again because no answer had come. */
    public long retransmissionsSent() {
        return retransmissionsSent;
    }

    /** Checks that got a valid success response. */
    public long checksAnswered() {
        return checksAnswered;
    }

    /** How often the selected tuple changed after the first one. */
    public long moves() {
        return moves;
    }

    void onDrop(IceDrop reason) {
        drops[reason.ordinal()]++;
    }

    void onRequestAnswered() {
        requestsAnswered++;
    }

    void onCheckSent() {
        checksSent++;
    }

    void onRetransmission() {
        retransmissionsSent++;
    }

    void onCheckAnswered() {
        checksAnswered++;
    }

    void onMove() {
        moves++;
    }
}
