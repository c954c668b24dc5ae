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
                config.conferences().selection().initialMaxHeightPx(),
                config.conferences().selection().defaultMaxHeightPx(),
                config.conferences().selection().initialLastN(),
                urls,
                config.servers().webSockets().serverId(),
                config.network().ice().advertisePrivateCandidates(),
                config.network().ice().loopbackCandidates(),
                new TransportPolicy(
                        config.network().iceSession().ufragPrefix().orElse(""),
                        config.network().iceSession().restarts(),
                        config.network().dtls().fingerprintHash(),
                        config.network().dtls().acceptedHashes()),
                config.operation().identity().announceVersion() ? Optional.of(Version.current()) : Optional.empty(),
                config.conferences().expiration().timeout(),
                config.conferences().channel().publishInterval(),
                config.conferences().limits(),
                new ChannelPolicy(
                        config.conferences().connectionStatus().firstTransferTimeout(),
                        config.conferences().connectionStatus().maxInactivityLimit(),
                        config.conferences().connectionStatus().statsFilterThreshold(),
                        config.conferences().channel().messages()),
                config.conferences().ssrcLimit(),
                config.conferences()
                        .selection()
                        .policy()
                        .withLastNBySize(new LastN.BySize(
                                config.conferences().loadReducer().lastNBySize())),
                new RelayPolicy(config.operation().identity().relayId().orElse(null), relayUrls, Version.current()));
    }
}
