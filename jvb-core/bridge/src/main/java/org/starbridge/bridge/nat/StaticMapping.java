package org.starbridge.bridge.nat;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * A NAT that forwards the media port to one of our addresses, as {@code ice4j.harvest.mapping.static-mappings} has it.
 *
 * @param localAddress ours
 * @param publicAddress how others reach it; of the same family
 * @param publicPort if the NAT forwards another port than ours; empty = the same
 * @param name for the log; empty = none
 */
public record StaticMapping(
        InetAddress localAddress, InetAddress publicAddress, OptionalInt publicPort, Optional<String> name) {
    static final String KEY = "ice4j.harvest.mapping.static-mappings";

    public StaticMapping {
        if (localAddress instanceof Inet4Address != publicAddress instanceof Inet4Address) {
            throw refused(
                    localAddress,
                    publicAddress,
                    "both addresses of one family: NAT between IPv4 and IPv6 is not supported");
        }
        if (!isSomebodys(localAddress) || !isSomebodys(publicAddress)) {
            throw refused(localAddress, publicAddress, "addresses of one host each, not a wildcard or multicast one");
        }
        publicPort.ifPresent(port -> ConfigException.requireRange(KEY + " public-port", port, 1, 65535));
    }

    private static boolean isSomebodys(InetAddress address) {
        return !address.isAnyLocalAddress() && !address.isMulticastAddress();
    }

    private static ConfigException refused(InetAddress local, InetAddress mapped, String expected) {
        return new ConfigException(KEY, local.getHostAddress() + " → " + mapped.getHostAddress(), expected);
    }

    /** Reads its keys. */
    public static StaticMapping read(ConfigReader in, int udpPort) {
        OptionalInt localPort = in.optionalInteger("local-port");
        OptionalInt publicPort = in.optionalInteger("public-port");
        if (localPort.isPresent() != publicPort.isPresent()) {
            throw new ConfigException(
                    KEY,
                    "local-port " + shown(localPort) + ", public-port " + shown(publicPort),
                    "both ports or none: without them the public port is the local one");
        }
        if (localPort.isPresent() && udpPort != 0 && localPort.getAsInt() != udpPort) {
            throw new ConfigException(
                    KEY,
                    "local-port " + localPort.getAsInt(),
                    "videobridge.ice.udp.port, which is " + udpPort + ": media is received on this port only");
        }
        return new StaticMapping(
                in.address("local-address"), in.address("public-address"), publicPort, in.optionalText("name"));
    }

    private static String shown(OptionalInt port) {
        return port.isPresent() ? Integer.toString(port.getAsInt()) : "unset";
    }

    /**
     * Requires what no mapping can say by itself: the NAT forwards a public address and port to one place only, and to
     * one in use.
     */
    static void requireConsistent(
            List<StaticMapping> mappings, boolean useIpv6, List<String> allowed, List<String> blocked) {
        for (StaticMapping one : mappings) {
            String local = one.localAddress.getHostAddress();
            String shown = one.toString();
            boolean isUnused = blocked.contains(local) || (!allowed.isEmpty() && !allowed.contains(local));
            if (isUnused) {
                throw new ConfigException(
                        KEY, shown, "a local address that allowed-addresses and blocked-addresses leave in use");
            }
            if (!(one.localAddress instanceof Inet4Address) && !useIpv6) {
                throw new ConfigException(KEY, shown, "an IPv4 address, as ice4j.harvest.use-ipv6 is false");
            }
            for (StaticMapping other : mappings) {
                if (one.publicAddress.equals(other.publicAddress)
                        && one.publicPort.equals(other.publicPort)
                        && !one.localAddress.equals(other.localAddress)) {
                    throw new ConfigException(
                            KEY, shown + " and " + other, "each public address and port mapped to one local address");
                }
            }
        }
    }

    /** As messages show it: {@code my-nat: 172.17.0.2 → 203.0.113.7}. */
    @Override
    public String toString() {
        return name.map(text -> text + ": ").orElse("") + localAddress.getHostAddress() + " → "
                + publicAddress.getHostAddress()
                + (publicPort.isPresent() ? ", port " + publicPort.getAsInt() : "");
    }
}
