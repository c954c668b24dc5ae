package org.starbridge.bridge.app.media;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.starbridge.bridge.nat.AddressConfig;

/** Addresses of this machine that are offered to clients, best first. */
final class HostAddresses {
    private HostAddresses() {}

    /**
     * The addresses that the configuration allows: routable before link-local before loopback, IPv4 before IPv6.
     * Without any, loopback, so that the bridge can at least be reached from its own machine.
     */
    static List<InetAddress> of(AddressConfig config) throws SocketException {
        List<InetAddress> found = new ArrayList<>();
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            if (network.isUp()
                    && isAllowed(network.getName(), config.allowedInterfaces(), config.blockedInterfaces())) {
                network.inetAddresses()
                        .filter(address -> isUsable(address, config))
                        .forEach(found::add);
            }
        }
        found.sort(Comparator.comparingInt(HostAddresses::rank));
        return found.isEmpty() ? List.of(InetAddress.ofLiteral("127.0.0.1")) : List.copyOf(found);
    }

    static boolean isUsable(InetAddress address, AddressConfig config) {
        if (address.isLoopbackAddress() && !config.loopbackCandidates()) {
            return false;
        }
        if (address instanceof Inet6Address && !config.useIpv6()) {
            return false;
        }
        if (address.isLinkLocalAddress() && !config.useLinkLocalAddresses()) {
            return false;
        }
        return isAllowed(withoutScope(address), config.allowedAddresses(), config.blockedAddresses());
    }

    private static boolean isAllowed(String name, List<String> allowed, List<String> blocked) {
        return (allowed.isEmpty() || allowed.contains(name)) && !blocked.contains(name);
    }

    private static String withoutScope(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    static int rank(InetAddress address) {
        int family = address instanceof Inet4Address ? 0 : 1;
        if (address.isLoopbackAddress()) {
            return 4 + family;
        }
        return (address.isLinkLocalAddress() ? 2 : 0) + family;
    }
}
