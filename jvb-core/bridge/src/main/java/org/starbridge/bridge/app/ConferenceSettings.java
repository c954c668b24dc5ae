package org.starbridge.bridge.app;

import java.util.List;
import java.util.Optional;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.SelectionConfig;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;

/** What conferences are given of the configuration. */
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
                selectionPolicy(config),
                new RelayPolicy(config.identity().relayId().orElse(null), relayUrls));
    }

    private static SelectionPolicy selectionPolicy(BridgeConfig config) {
        SelectionConfig.OnStage onStage = config.selection().onStage();
        SelectionConfig.Bandwidth bandwidth = config.selection().bandwidth();
        return new SelectionPolicy(
                new AllocationPolicy(
                        onStage.preferredHeightPx(),
                        onStage.preferredFrameRate(),
                        onStage.allowOversend(),
                        onStage.maxOversendBps(),
                        AllocationPolicy.Hesitation.DEFAULT),
                config.selection().bridgeLastN(),
                new LastN.BySize(config.loadReducer().lastNBySize()),
                bandwidth.usesTargetBitrates(),
                bandwidth.isTrusted(),
                bandwidth.assumedLimitBps().orElse(Budget.NO_ESTIMATE),
                bandwidth.ignoredAtFirst(),
                bandwidth.changeThreshold(),
                bandwidth.guardsAgainstOverload(),
                bandwidth.maxInterval());
    }
}
