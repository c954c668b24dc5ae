package org.starbridge.control.channel;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** The bridge's end of one endpoint's SCTP association: takes its packets and carries its bridge channel. */
public interface DataChannelTransport extends ApplicationData {
    /** Sets the conference's end of the channel. Called once, before the first packet. */
    void serve(ChannelSlot slot);

    /**
     * Part of a snapshot, by a thread that holds the conference. What is read goes into a new one that is served, and
     * goes on when the DTLS session does.
     *
     * @return the channel that is open, of which the conference gets no event; null if there is none
     */
    default @Nullable BridgeChannel state(State state) throws StateException {
        return null;
    }
}
