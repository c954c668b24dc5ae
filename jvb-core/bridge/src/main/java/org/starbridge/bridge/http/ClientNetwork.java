package org.starbridge.bridge.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.eclipse.jetty.server.Request;

/**
 * Client network whose share of a server a request takes: an IPv4 address, the /64 of an IPv6 address, because one
 * client owns all of it, or the identifier that a trusted proxy has given a client (RFC 7239, 6.3).
 *
 * @param text the same for all requests of one client
 */
public record ClientNetwork(String text) {
    /** Requests without a network address, over a socket of the machine. */
    private static final ClientNetwork LOCAL = new ClientNetwork("local");

    private static final int PREFIX_BYTES = 8;

    /** Of the client of a request, behind a trusted proxy the one that it reports. */
    public static ClientNetwork of(Request request) {
        return of(request.getConnectionMetaData().getRemoteSocketAddress());
    }

    static ClientNetwork of(SocketAddress remote) {
        if (!(remote instanceof InetSocketAddress address)) {
            return LOCAL;
        }
        InetAddress resolved = address.getAddress();
        return resolved == null ? new ClientNetwork(address.getHostString()) : of(resolved);
    }

    static ClientNetwork of(InetAddress address) {
        return new ClientNetwork(
                address instanceof Inet6Address
                        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), PREFIX_BYTES)) + "/64"
                        : address.getHostAddress());
    }
}
