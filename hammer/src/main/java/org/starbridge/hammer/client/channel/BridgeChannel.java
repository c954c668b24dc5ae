package org.starbridge.hammer.client.channel;

import org.starbridge.colibri.channel.BridgeChannelMessage;

/** An endpoint's open bridge channel, whatever carries it. Any thread. */
@FunctionalInterface
public interface BridgeChannel {
    /**
     * Says something after what was said before; false if the channel is closed or too much waits: it is not said then.
     */
    boolean say(BridgeChannelMessage message);
}
