package org.starbridge.transport.datachannel;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.Reliability;

/** One channel: a name for a stream in each direction. Its state is kept by the {@link DataChannels} that made it. */
public final class DataChannel {
    enum State {
        /** OPEN is on its way; messages may follow it at once. */
        OPENING,
        OPEN,
        /** Reset by one side; gone when both have. */
        CLOSING
    }

    private final int streamId;
    private final String label;
    private final String protocol;
    private final Reliability reliability;
    private State state;
    private boolean isIncomingReset;
    private boolean isAcknowledgementDue;

    DataChannel(int streamId, String label, String protocol, Reliability reliability, State state) {
        this.streamId = streamId;
        this.label = label;
        this.protocol = protocol;
        this.reliability = reliability;
        this.state = state;
    }

    /** Part of a snapshot; null when it is read. */
    static DataChannel state(org.starbridge.rtp.state.State record, @Nullable DataChannel known) throws StateException {
        int streamId = record.i32(known == null ? 0 : known.streamId, 0, 0xFFFF);
        String label = record.text(known == null ? "" : known.label, DcepOpen.MAX_NAME_BYTES * 2);
        String protocol = record.text(known == null ? "" : known.protocol, DcepOpen.MAX_NAME_BYTES * 2);
        Reliability wanted = known == null ? Reliability.RELIABLE : known.reliability;
        boolean isOrdered = record.bool(wanted.isOrdered());
        int maxRetransmissions = record.i32(wanted.maxRetransmissions(), -1, Integer.MAX_VALUE);
        long lifetimeNs = Math.max(0, record.i64(wanted.lifetimeNs()));
        State state = record.choice(known == null ? State.OPEN : known.state, State.values());
        DataChannel channel = known == null
                ? new DataChannel(
                        streamId, label, protocol, new Reliability(isOrdered, maxRetransmissions, lifetimeNs), state)
                : known;
        channel.isIncomingReset = record.bool(channel.isIncomingReset);
        channel.isAcknowledgementDue = record.bool(channel.isAcknowledgementDue);
        return channel;
    }

    /** Of both directions, 0 to 65534. */
    public int streamId() {
        return streamId;
    }

    /** Returns its purpose, as its opener called it. */
    public String label() {
        return label;
    }

    /** Sub-protocol, perhaps empty. */
    public String protocol() {
        return protocol;
    }

    /** As its opener chose; both directions use it. */
    public Reliability reliability() {
        return reliability;
    }

    /** Returns whether messages may be sent. */
    public boolean isUsable() {
        return state != State.CLOSING;
    }

    State state() {
        return state;
    }

    void state(State state) {
        this.state = state;
    }

    boolean isIncomingReset() {
        return isIncomingReset;
    }

    void onIncomingReset() {
        isIncomingReset = true;
    }

    /**
     * It was opened while our reset of the same stream for its predecessor was under way: the answer, and everything
     * else we say, waits for that.
     */
    boolean isAcknowledgementDue() {
        return isAcknowledgementDue;
    }

    void acknowledgementDue(boolean isDue) {
        isAcknowledgementDue = isDue;
    }
}
