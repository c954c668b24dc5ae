package org.starbridge.control.channel;

import org.starbridge.media.api.ApplicationData;

/** The bridge's end of one endpoint's SCTP association: takes its packets and carries its bridge channel. */
public interface DataChannelTransport extends ApplicationData {
    /** Sets the conference's end of the channel. Called once, before the first packet. */
    void serve(ChannelSlot slot);
}
