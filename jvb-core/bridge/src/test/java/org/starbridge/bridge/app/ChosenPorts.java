package org.starbridge.bridge.app;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/** Ports that two bridges have one after the other: they were free a moment ago. */
record ChosenPorts(int udp, int privateHttp, int publicHttp) {
    static ChosenPorts free() throws IOException {
        try (DatagramSocket udp = new DatagramSocket(0);
                ServerSocket one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new ChosenPorts(udp.getLocalPort(), one.getLocalPort(), other.getLocalPort());
        }
    }

    /** Configuration keys and values. */
    Map<String, String> settings() {
        return Map.of(
                "videobridge.ice.udp.port", Integer.toString(udp),
                "videobridge.http-servers.private.port", Integer.toString(privateHttp),
                "videobridge.http-servers.public.port", Integer.toString(publicHttp));
    }
}
