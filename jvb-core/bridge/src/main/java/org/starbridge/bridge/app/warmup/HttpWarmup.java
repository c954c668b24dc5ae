package org.starbridge.bridge.app.warmup;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A first HTTP request to a server of this process. */
public final class HttpWarmup {
    private static final Logger LOG = LoggerFactory.getLogger(HttpWarmup.class);
    private static final int LIMIT_MS = 2000;

    private HttpWarmup() {}

    /**
     * Sends a GET request and waits for the end of the answer, whatever it says; at most about two seconds. A failure
     * is only logged, for debugging.
     *
     * @param host what the server is bound to; the address of all interfaces stands for this machine
     */
    public static void get(String host, int port, String path) {
        String request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(LIMIT_MS);
            socket.connect(new InetSocketAddress(reachable(host), port), LIMIT_MS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            LOG.debug("no answer to the first request for {} on port {}", path, port, e);
        }
    }

    private static InetAddress reachable(String host) throws UnknownHostException {
        InetAddress address = InetAddress.getAllByName(host)[0];
        return address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
    }
}
