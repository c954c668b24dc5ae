package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * The bridge channel over a data channel.
 *
 * @param enabled whether endpoints that ask for SCTP get it; true: Jicofo asks for it and fails the invitation without
 * @param maxChannels data channels that one client may have open at a time; 1, the bridge channel
 */
public record DataChannelConfig(boolean enabled, int maxChannels) {
    /** As documented. */
    static final DataChannelConfig DEFAULT = new DataChannelConfig(true, 1);

    public DataChannelConfig {
        requireRange("videobridge.sctp.max-channels", maxChannels, 1, 1024);
    }

    static DataChannelConfig read(ConfigReader in) {
        return new DataChannelConfig(in.flag("videobridge.sctp.enabled"), in.integer("videobridge.sctp.max-channels"));
    }
}
