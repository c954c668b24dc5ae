package org.starbridge.bridge.nat;

import static org.starbridge.bridge.config.reader.ConfigException.requirePort;

import java.util.List;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Addresses and ports of media.
 *
 * @param udpPort the one UDP port that all workers share; 10000, which deployments open in their firewalls; 0 = any
 *     free one
 * @param advertisePrivateCandidates offer RFC 1918 and unique local addresses; true, because clients in the same
 *     network need them
 * @param useIpv6 offer IPv6 candidates; true
 * @param useLinkLocalAddresses offer IPv6 link-local candidates; false with a file, as deployments have it: clients
 *     elsewhere can not use them; true in the embedded default
 * @param loopbackCandidates offer 127.0.0.1 and ::1; false with a file, because no remote client can use them; true in
 *     the embedded default, where the Hammer and the browser run beside the bridge
 * @param allowedAddresses when not empty, only these local addresses are used
 * @param blockedAddresses these local addresses are not used
 * @param allowedInterfaces when not empty, only these network interfaces are used
 * @param blockedInterfaces these network interfaces are not used
 * @param staticMappings NATs that forward the port; none
 */
public record AddressConfig(
        int udpPort,
        boolean advertisePrivateCandidates,
        boolean useIpv6,
        boolean useLinkLocalAddresses,
        boolean loopbackCandidates,
        List<String> allowedAddresses,
        List<String> blockedAddresses,
        List<String> allowedInterfaces,
        List<String> blockedInterfaces,
        List<StaticMapping> staticMappings) {
    /** As documented. */
    public static final AddressConfig DEFAULT =
            new AddressConfig(10000, true, true, false, false, List.of(), List.of(), List.of(), List.of(), List.of());

    public AddressConfig {
        requirePort("videobridge.ice.udp.port", udpPort);
        allowedAddresses = List.copyOf(allowedAddresses);
        blockedAddresses = List.copyOf(blockedAddresses);
        allowedInterfaces = List.copyOf(allowedInterfaces);
        blockedInterfaces = List.copyOf(blockedInterfaces);
        staticMappings = staticMappings.stream().distinct().toList();
        StaticMapping.requireConsistent(
                staticMappings, useIpv6, List.copyOf(allowedAddresses), List.copyOf(blockedAddresses));
    }

    /** Reads its keys. */
    public static AddressConfig read(ConfigReader in) {
        int udpPort = in.integer("videobridge.ice.udp.port");
        return new AddressConfig(
                udpPort,
                in.flag("videobridge.ice.advertise-private-candidates"),
                in.flag("ice4j.harvest.use-ipv6"),
                in.flag("ice4j.harvest.use-link-local-addresses"),
                in.flag("starbridge.ice.loopback-candidates"),
                in.texts("ice4j.harvest.allowed-addresses"),
                in.texts("ice4j.harvest.blocked-addresses"),
                in.texts("ice4j.harvest.allowed-interfaces"),
                in.texts("ice4j.harvest.blocked-interfaces"),
                in.objects(StaticMapping.KEY).stream()
                        .map(each -> StaticMapping.read(each, udpPort))
                        .toList());
    }
}
