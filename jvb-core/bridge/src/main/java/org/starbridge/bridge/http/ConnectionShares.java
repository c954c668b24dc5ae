package org.starbridge.bridge.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.SelectorManager;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Closes connections of an address that has as many as it may. Those of trusted proxies, and of a proxy on this
 * machine, are not counted: they are of many clients. Jetty's {@code NetworkConnectionLimit} counts all of them
 * together, and is used for that. Called by Jetty's threads.
 */
final class ConnectionShares implements SelectorManager.AcceptListener {
    private final Places places;
    private final TrustedProxies proxies;
    private final SharedCounters<HttpCounter> counters;
    private final Map<SelectableChannel, ClientNetwork> counted = new ConcurrentHashMap<>();

    ConnectionShares(ClientShare share, SharedCounters<HttpCounter> counters) {
        this.places = new Places(Integer.MAX_VALUE, share.connections());
        this.proxies = share.proxies();
        this.counters = counters;
    }

    @Override
    public void onAccepting(SelectableChannel channel) {
        InetAddress address = remoteAddress(channel);
        if (address == null || isOfMany(address)) {
            return;
        }
        ClientNetwork client = ClientNetwork.of(address);
        if (places.take(client) == Places.Outcome.TAKEN) {
            counted.put(channel, client);
        } else {
            counters.increment(HttpCounter.CONNECTIONS_REFUSED);
            close(channel); // Jetty then finds that it cannot be registered
        }
    }

    @Override
    public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
        onClosed(channel);
    }

    @Override
    public void onClosed(SelectableChannel channel) {
        ClientNetwork client = counted.remove(channel);
        if (client != null) {
            places.giveBack(client);
        }
    }

    /** 127.0.0.1 and ::1 only: other loopback addresses have to be chosen on purpose. */
    private boolean isOfMany(InetAddress address) {
        return address.equals(InetAddress.ofLiteral("127.0.0.1"))
                || address.equals(InetAddress.ofLiteral("::1"))
                || proxies.contains(address);
    }

    private static @Nullable InetAddress remoteAddress(SelectableChannel channel) {
        try {
            return channel instanceof SocketChannel socket
                            && socket.getRemoteAddress() instanceof InetSocketAddress remote
                    ? remote.getAddress()
                    : null;
        } catch (IOException _) {
            return null; // it is closed already
        }
    }

    private static void close(SelectableChannel channel) {
        try {
            channel.close();
        } catch (IOException _) {
            // then it is of no use either
        }
    }
}
