package org.starbridge.transport.ice;

/** Takes what an {@link IceAgent} puts out, on the owner's thread. A sink does not call back into the agent. */
public interface IceSink {
    /** Sends a STUN message from {@code tuple.local()} to {@code tuple.remote()}; the array is not written again by the agent, and may be sent again later. */
    void send(Tuple tuple, byte[] datagram);

    /** Media goes over this tuple from now on; called again whenever the client has moved. Comes before the state change that goes with it. */
    void onSelected(Tuple tuple);

    /** The agent's state has changed. */
    void onState(IceState state);
}
