package org.starbridge.hammer.client.transport;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.link.EndpointLink;
import org.starbridge.hammer.client.link.SharedLink;
import org.starbridge.transport.udp.NativeUdpSocket;

/**
 * Socket by which an endpoint reaches the bridge.
 *
 * @param link between the endpoint and the socket; null if there is none
 */
public record BridgeSocket(NativeUdpSocket socket, @Nullable SharedLink link) {
    /** The socket as one endpoint uses it; what arrives goes to {@code receiver}. */
    LinkedSocket join(EndpointLink.Receiver receiver) {
        return new LinkedSocket(socket, link, receiver);
    }
}
