package org.starbridge.transport.datachannel;

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
