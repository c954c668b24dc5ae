package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Ports that were free a moment ago. Another process may take one before the bridge does; the caller then tries again.
 *
 * @param media UDP
 * @param control TCP, for REST
 * @param channel TCP, for the WebSocket
 */
record FreePorts(int media, int control, int channel) {
    static FreePorts find() throws IOException {
        try (DatagramSocket media = new DatagramSocket(0);
                ServerSocket control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket channel = new ServerSocket(0, 1)) {
            return new FreePorts(media.getLocalPort(), control.getLocalPort(), channel.getLocalPort());
        }
    }
}
