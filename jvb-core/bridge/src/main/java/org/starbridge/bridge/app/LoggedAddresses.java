package org.starbridge.bridge.app;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.nat.StunServer;
import org.starbridge.media.api.MappedAddress;

/**
 * IP addresses that may stand in the log while clients' may not: this machine's, those under which it is known outside,
 * and those that the operator wrote into the configuration. Any thread may ask.
 */
final class LoggedAddresses implements Predicate<InetAddress> {
    private final Set<InetAddress> fixed;
    private volatile @Nullable Bridge bridge;

    private LoggedAddresses(Set<InetAddress> fixed) {
        this.fixed = Set.copyOf(fixed);
    }

    static LoggedAddresses of(BridgeConfig config) throws SocketException {
        Set<InetAddress> fixed = new HashSet<>();
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .forEach(fixed::add);
        config.network().ice().staticMappings().forEach(mapping -> {
            fixed.add(mapping.localAddress());
            fixed.add(mapping.publicAddress());
        });
        for (StunServer server : config.network().publicAddresses().stunServers()) {
            addLiteral(server.host(), fixed);
        }
        for (Map<String, String> account : config.services().xmpp().clients().values()) {
            addLiteral(account.getOrDefault("hostname", ""), fixed);
        }
        return new LoggedAddresses(fixed);
    }

    private static void addLiteral(String host, Set<InetAddress> into) {
        try {
            into.add(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            // A name: names stay in the log anyway.
        }
    }

    /** From now on what the bridge finds out about its public addresses counts, too. */
    void learnFrom(Bridge running) {
        bridge = running;
    }

    @Override
    public boolean test(InetAddress address) {
        Bridge running = bridge;
        return fixed.contains(address)
                || (running != null
                        && running.mappedAddresses().stream()
                                .map(MappedAddress::mapped)
                                .map(InetSocketAddress::getAddress)
                                .anyMatch(address::equals));
    }
}
