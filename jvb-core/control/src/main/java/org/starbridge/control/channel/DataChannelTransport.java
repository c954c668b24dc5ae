package org.starbridge.control.channel;

import org.starbridge.media.api.ApplicationData;

/** One endpoint's SCTP association, at the bridge's end: packets go in below, the bridge channel comes out above. */
public interface DataChannelTransport extends ApplicationData {
    /** Says whose channel it is. Called once, before anything can come. */
    void serve(ChannelSlot slot);
}
