package org.starbridge.bridge.nat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.media.api.MappedAddress;

/** Mappings that the operator wrote down, for the addresses that this machine really has. */
public final class StaticMappings {
    private static final Logger LOG = LoggerFactory.getLogger(StaticMappings.class);

    private StaticMappings() {}

    /**
     * The mappings of our addresses; others are reported and left out.
     *
     * @param locals where media is received
     */
    public static List<MappedAddress> of(List<StaticMapping> mappings, List<InetSocketAddress> locals) {
        List<MappedAddress> mapped = new ArrayList<>();
        for (StaticMapping mapping : mappings) {
            Optional<InetSocketAddress> local = locals.stream()
                    .filter(each -> each.getAddress().equals(mapping.localAddress()))
                    .findFirst();
            if (local.isEmpty()) {
                LOG.warn("{}: not offered, because the local address is not in use", mapping);
            }
            local.ifPresent(here -> mapped.add(new MappedAddress(
                    here,
                    new InetSocketAddress(
                            mapping.publicAddress(), mapping.publicPort().orElse(here.getPort())))));
        }
        return mapped;
    }
}
