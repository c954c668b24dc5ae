package org.starbridge.hammer.client.signalling;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Part of the transport that travels in the clear, so that others may know it.
 *
 * @param number the endpoint's, from 0
 * @param ufrag the bridge's user fragment for it
 * @param bridgeAddresses the bridge's addresses that it sends to
 * @param videoSsrc of what it sends
 */
public record VisibleTransport(int number, String ufrag, List<InetSocketAddress> bridgeAddresses, int videoSsrc) {
    public VisibleTransport {
        bridgeAddresses = List.copyOf(bridgeAddresses);
    }
}
