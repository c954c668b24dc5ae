package org.starbridge.bridge.app;

import java.util.List;
import java.util.Optional;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.lastn.allocation.LastN;

/** Settings that conferences get from the configuration. */
final class ConferenceSettings {
    private ConferenceSettings() {}

    /**
     * @param urls where clients open bridge channels; empty without a server for them
     * @param relayUrls where other bridges open channels
     */
    static ConferenceConfig of(BridgeConfig config, List<String> urls, List<String> relayUrls) {
        return new ConferenceConfig(
                config.selection().initialMaxHeightPx(),
                config.selection().defaultMaxHeightPx(),
                config.selection().initialLastN(),
                urls,
                config.webSockets().serverId(),
                config.ice().advertisePrivateCandidates(),
                config.ice().loopbackCandidates(),
                new TransportPolicy(
                        config.iceSession().ufragPrefix().orElse(""),
                        config.iceSession().restarts(),
                        config.dtls().fingerprintHash(),
                        config.dtls().acceptedHashes()),
                config.identity().announceVersion() ? Optional.of(Version.current()) : Optional.empty(),
                config.expiration().timeout(),
                config.channel().publishInterval(),
                config.limits(),
                new ChannelPolicy(
                        config.connectionStatus().firstTransferTimeout(),
                        config.connectionStatus().maxInactivityLimit(),
                        config.connectionStatus().statsFilterThreshold(),
                        config.channel().messages()),
                config.ssrcLimit(),
                config.selection()
                        .policy()
                        .withLastNBySize(new LastN.BySize(config.loadReducer().lastNBySize())),
                new RelayPolicy(config.identity().relayId().orElse(null), relayUrls, Version.current()));
    }
}
