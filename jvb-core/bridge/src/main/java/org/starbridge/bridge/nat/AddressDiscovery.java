package org.starbridge.bridge.nat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Sets up how the bridge learns under which addresses it is known beyond a NAT. */
public final class AddressDiscovery {
    private AddressDiscovery() {}

    /** The configured mappings of our candidates; nothing is asked yet. */
    public static PublicAddresses of(List<StaticMapping> mappings, List<InetSocketAddress> candidates) {
        return new PublicAddresses(candidates, StaticMappings.of(mappings, candidates));
    }

    /** Asks the configured sources in the background: early, so that the first conference finds the answer. */
    public static void ask(
            PublicAddresses addresses,
            PublicAddressConfig config,
            Supplier<List<InetSocketAddress>> local,
            RandomGenerator random) {
        if (!config.stunServers().isEmpty()) {
            Supplier<List<InetAddress>> hosts = () ->
                    local.get().stream().map(InetSocketAddress::getAddress).toList();
            addresses.ask(new StunMapping(config.stunServers(), hosts, random));
        }
        if (config.asksEc2() || config.isEc2()) {
            addresses.ask(new Ec2Metadata(config.isEc2()));
        }
    }
}
