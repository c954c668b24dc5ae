package org.starbridge.bridge.nat;

import java.util.List;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Sources from which the bridge learns its public addresses behind a NAT.
 *
 * @param stunServers in order; none
 * @param asksEc2 whether Amazon's metadata is asked, once, if anything answers there; true with a file, as in ice4j;
 *     false in the embedded default, which is for one machine
 * @param isEc2 asked until it answers, and reported when it does not; false
 */
public record PublicAddressConfig(List<StunServer> stunServers, boolean asksEc2, boolean isEc2) {
    /** As documented. */
    public static final PublicAddressConfig DEFAULT = new PublicAddressConfig(List.of(), true, false);

    public PublicAddressConfig {
        stunServers = List.copyOf(stunServers);
    }

    /** Reads its keys. */
    public static PublicAddressConfig read(ConfigReader in) {
        return new PublicAddressConfig(
                in.texts(StunServer.KEY).stream()
                        .filter(text -> !text.isBlank())
                        .map(StunServer::parse)
                        .toList(),
                in.flag("ice4j.harvest.mapping.aws.enabled"),
                in.flag("ice4j.harvest.mapping.aws.force"));
    }
}
