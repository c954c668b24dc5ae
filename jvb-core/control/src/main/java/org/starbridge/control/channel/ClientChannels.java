package org.starbridge.control.channel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel.Carrier;

/**
 * The channels that one client has open: at most one of each carrier. What the bridge says goes where it last heard
 * something; if that one is gone, to the other. Guarded by the conference's lock.
 */
public final class ClientChannels {
    private final Map<Carrier, BridgeChannel> open = new EnumMap<>(Carrier.class);
    private @Nullable BridgeChannel lastHeard;

    /** A channel was opened; the answer is the older one of its carrier, if there was one. */
    @Nullable
    public BridgeChannel opened(BridgeChannel channel) {
        lastHeard = channel;
        return open.put(channel.carrier(), channel);
    }

    /** Something came; the answer is false if the channel was replaced meanwhile. */
    public boolean heard(BridgeChannel channel) {
        boolean isOpen = channel.equals(open.get(channel.carrier()));
        if (isOpen) {
            lastHeard = channel;
        }
        return isOpen;
    }

    public void closed(BridgeChannel channel) {
        open.remove(channel.carrier(), channel);
        if (channel.equals(lastHeard)) {
            lastHeard = open.values().stream().findFirst().orElse(null);
        }
    }

    /** Where to say something; null while its client has none open. */
    @Nullable
    public BridgeChannel current() {
        return lastHeard;
    }

    /** All of them; they are not its own any more. */
    public List<BridgeChannel> takeAll() {
        List<BridgeChannel> all = new ArrayList<>(open.values());
        open.clear();
        lastHeard = null;
        return all;
    }
}
