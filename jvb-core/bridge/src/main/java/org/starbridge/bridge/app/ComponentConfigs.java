package org.starbridge.bridge.app;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.ChannelConfig;
import org.starbridge.bridge.config.HttpConfig;
import org.starbridge.bridge.config.LimitsConfig;
import org.starbridge.bridge.config.LoadReducerConfig;
import org.starbridge.bridge.config.PrivateHttpConfig;
import org.starbridge.bridge.config.PublicHttpConfig;
import org.starbridge.bridge.config.SelectionConfig;
import org.starbridge.bridge.config.SpeechConfig;
import org.starbridge.bridge.config.WebSocketsConfig;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpLimits;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.rest.RestConfig;
import org.starbridge.bridge.websocket.PublicHttpServer;
import org.starbridge.bridge.websocket.WebSocketConfig;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.LoadReduction;
import org.starbridge.lastn.speech.SpeechSettings;

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
                conferenceLimits(config.limits()),
                new ChannelPolicy(
                        config.connectionStatus().firstTransferTimeout(),
                        config.connectionStatus().maxInactivityLimit(),
                        config.connectionStatus().statsFilterThreshold(),
                        messageLimits(config.channel())),
                new SlotLimits(config.ssrcLimit().video(), config.ssrcLimit().audio()),
                selectionPolicy(config));
    }

    private static ConferenceLimits conferenceLimits(LimitsConfig config) {
        return new ConferenceLimits(
                config.conferences(),
                config.endpointsPerConference(),
                config.sourcesPerEndpoint(),
                config.ssrcsPerEndpoint(),
                config.payloadTypesPerEndpoint(),
                config.headerExtensionsPerEndpoint(),
                config.candidatesPerRequest(),
                config.fingerprintsPerRequest(),
                ConferenceLimits.DEFAULT.nameLength(),
                ConferenceLimits.DEFAULT.meetingIdLength(),
                ConferenceLimits.DEFAULT.roomNameLength(),
                config.sourceNamesPerMessage());
    }

    static WebSocketConfig webSocketConfig(BridgeConfig config) {
        WebSocketsConfig sockets = config.webSockets();
        Duration never = Duration.ofDays(365);
        return new WebSocketConfig(
                sockets.serverId(),
                sockets.compression(),
                sockets.keepalivePings() ? sockets.keepalivePingInterval() : never,
                sockets.idleTimeout(),
                messageLimits(config.channel()));
    }

    static MessageLimits messageLimits(ChannelConfig config) {
        return new MessageLimits(
                config.maxMessageBytes(),
                config.maxEndpointMessageBytes(),
                config.messagesPerSecond(),
                config.bytesPerSecond(),
                config.maxPendingMessages(),
                config.maxPendingBytes(),
                config.stallTimeout());
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

    static SpeechSettings speechSettings(SpeechConfig config) {
        SpeechConfig.Loudest loudest = config.loudest();
        return new SpeechSettings(
                config.recentSpeakers(),
                config.detectsSilence() ? config.silenceTimeout().toNanos() : SpeechSettings.NO_SILENCE_DETECTION,
                loudest.enabled()
                        ? new SpeechSettings.Loudest(
                                loudest.count(),
                                loudest.alwaysDominant(),
                                loudest.expiry().toNanos(),
                                loudest.alphaPercent())
                        : SpeechSettings.Loudest.EVERYBODY);
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
