package org.starbridge.control.message;

import java.util.Map;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.participant.Participant;

/** The bridges to which a conference has relays, as those see them who have something to tell. */
public interface OtherBridges {
    /** Of a bridge without relays. */
    OtherBridges NONE = new OtherBridges() {
        @Override
        public void sendToAll(BridgeChannelMessage message, ChannelText text) {}

        @Override
        public boolean sendTo(String endpointId, BridgeChannelMessage message, ChannelText text) {
            return false;
        }

        @Override
        public void onVideoType(Participant owner, String sourceName) {}

        @Override
        public void onSelection(Map<String, Integer> wantedHeightsPx) {}
    };

    /** Sends a message of an endpoint of this bridge to all other bridges. */
    void sendToAll(BridgeChannelMessage message, ChannelText text);

    /** Sends a message to the bridge over which a participant is reached; false if it is not on another bridge. */
    boolean sendTo(String endpointId, BridgeChannelMessage message, ChannelText text);

    /** Called when what a source of an endpoint of this bridge shows has changed. */
    void onVideoType(Participant owner, String sourceName);

    /** A selection came to these heights that receivers want, in pixels, by source. */
    void onSelection(Map<String, Integer> wantedHeightsPx);
}
