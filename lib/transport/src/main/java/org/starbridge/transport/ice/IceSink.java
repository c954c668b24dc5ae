package org.starbridge.transport.ice;

/** Takes what an {@link IceAgent} puts out, on the owner's thread. A sink does not call back into the agent. */
public interface IceSink {
    /**
     * Sends a STUN message from {@code tuple.local()} to {@code tuple.remote()}; the array is not written again by the
     * agent, and may be sent again later.
     */
    void send(Tuple tuple, byte[] datagram);

    /**
     * The peer has proven that it is at this tuple: an authentic request came over it, and its pair is kept. Datagrams
     * of the tuple are the agent's until {@link #onForgotten}, whichever agent had it before. Called for every such
     * request.
     */
    default void onHeard(Tuple tuple) {}

    /**
     * The agent is about to ask over this tuple, which the peer has named or used: an answer will come over it. That
     * proves nothing yet, so a tuple of another agent stays that agent's.
     */
    default void onAsked(Tuple tuple) {}

    /** The tuple is of no use any more: nothing was heard there for long, or others needed its place. */
    default void onForgotten(Tuple tuple) {}

    /**
     * Media goes over this tuple from now on; called again whenever the client has moved. Comes before the state change
     * that goes with it.
     */
    void onSelected(Tuple tuple);

    /** The agent's state has changed. */
    void onState(IceState state);
}
