package org.starbridge.bridge.app;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.HttpConfig;
import org.starbridge.bridge.config.LoadReducerConfig;
import org.starbridge.bridge.config.PrivateHttpConfig;
import org.starbridge.bridge.config.PublicHttpConfig;
import org.starbridge.bridge.config.SelectionConfig;
import org.starbridge.bridge.config.WebSocketsConfig;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.rest.RestConfig;
import org.starbridge.bridge.websocket.PublicHttpServer;
import org.starbridge.bridge.websocket.WebSocketConfig;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.LoadReduction;

/** What the parts of the control side are given of the configuration. */
final class ComponentConfigs {
    private ComponentConfigs() {}

    static ConferenceConfig conferenceConfig(BridgeConfig config, @Nullable PublicHttpServer publicHttp) {
        List<String> urls = publicHttp == null ? List.of() : config.webSockets().baseUrls(publicHttp.port());
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
                selectionPolicy(config));
    }

    static WebSocketConfig webSocketConfig(BridgeConfig config) {
        WebSocketsConfig sockets = config.webSockets();
        Duration never = Duration.ofDays(365);
        return new WebSocketConfig(
                sockets.serverId(),
                sockets.compression(),
                sockets.keepalivePings() ? sockets.keepalivePingInterval() : never,
                sockets.idleTimeout(),
                config.channel().messages());
    }

    static HttpLimits httpLimits(HttpConfig config, int maxConnections) {
        return new HttpLimits(
                config.maxBodyBytes(),
                config.requestsPerSecond(),
                config.requestsPerSecondPerAddress(),
                config.maxConcurrentRequests(),
                maxConnections,
                config.requestTimeout(),
                config.idleTimeout());
    }

    /** @throws ConfigException when its key store does not work */
    static HttpAddress publicAddress(PublicHttpConfig config) {
        return new HttpAddress(
                config.host().orElse("0.0.0.0"), config.port(), HttpKeyStore.of(config.tls()), config.tellsVersion());
    }

    private static HttpAddress privateAddress(PrivateHttpConfig config) {
        return new HttpAddress(config.host(), config.port(), HttpKeyStore.of(config.tls()), config.tellsVersion());
    }

    /** @throws ConfigException when the private server's key store does not work */
    static RestConfig restConfig(BridgeConfig config) {
        return new RestConfig(
                privateAddress(config.privateHttp()),
                config.rest().colibri(),
                config.rest().health(),
                config.rest().version(),
                config.rest().prometheus(),
                config.rest().debug(),
                config.rest().drain(),
                config.rest().shutdown(),
                httpLimits(config.http(), config.http().privateMaxConnections()),
                new AllowedCallers(config.http().allowedHosts(), config.http().allowedOrigins()));
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
                bandwidth.guardsAgainstLoss(),
                bandwidth.maxInterval());
    }

    /** Load is stress here: 1 is the threshold. */
    static LoadReduction.Settings loadReduction(BridgeConfig config) {
        LoadReducerConfig reducer = config.loadReducer();
        double recovery = switch (config.load().measurement()) {
            case CPU_USAGE -> reducer.cpuRecoveryThreshold() / config.load().cpuThreshold();
            case PACKET_RATE ->
                reducer.packetRateRecoveryThreshold() / config.load().packetRateThreshold();
        };
        return new LoadReduction.Settings(
                1,
                recovery,
                reducer.reductionScale(),
                reducer.recoverScale(),
                reducer.minimumLastN(),
                reducer.maximumLastN(),
                reducer.impactTime().toNanos());
    }
}
