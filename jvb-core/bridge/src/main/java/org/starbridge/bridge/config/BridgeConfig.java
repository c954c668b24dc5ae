package org.starbridge.bridge.config;

import org.starbridge.bridge.capture.CaptureConfig;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.dashboard.DashboardConfig;
import org.starbridge.bridge.export.ExportConfig;
import org.starbridge.bridge.health.HealthConfig;
import org.starbridge.bridge.hls.HlsConfig;
import org.starbridge.bridge.http.HttpSettings;
import org.starbridge.bridge.http.PrivateHttpConfig;
import org.starbridge.bridge.http.PublicHttpConfig;
import org.starbridge.bridge.logging.LogConfig;
import org.starbridge.bridge.nat.AddressConfig;
import org.starbridge.bridge.nat.PublicAddressConfig;
import org.starbridge.bridge.recording.RecordingConfig;
import org.starbridge.bridge.stats.LoadConfig;
import org.starbridge.bridge.stats.StatsConfig;
import org.starbridge.bridge.stats.TransitConfig;
import org.starbridge.bridge.tracing.TracingConfig;
import org.starbridge.bridge.webhook.WebhookConfig;
import org.starbridge.bridge.whip.WhipConfig;
import org.starbridge.bridge.xmpp.XmppConfig;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.selection.SelectionSettings;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.transport.dtls.DtlsSettings;
import org.starbridge.transport.srtp.SrtpSettings;

/**
 * Everything an operator may set, checked: an invalid configuration can not exist. {@link #defaults()} is what holds
 * when a file sets nothing; {@link BridgeConfigLoader#embedded()} is what holds without a file.
 *
 * @param ice addresses and ports of media
 * @param publicAddresses where the bridge learns its public addresses
 * @param iceSession how each endpoint's ICE session goes
 * @param rest which HTTP resources are served
 * @param publicHttp the server that clients reach
 * @param privateHttp the server that operators and the signalling side reach
 * @param webSockets the bridge channel over WebSocket
 * @param sctp the bridge channel over a data channel
 * @param health the bridge's check of itself
 * @param stats how often rates are recomputed
 * @param load how load becomes stress
 * @param expiration when idle endpoints and conferences are removed
 * @param connectionStatus when an endpoint counts as gone silent
 * @param selection what a receiver gets before it asks, and at most
 * @param downlink how the bandwidth of receivers is estimated
 * @param dtls handshakes
 * @param srtp media encryption
 * @param keyFrames how often a source is asked for a key frame
 * @param media the workers
 * @param identity what the bridge says about itself
 * @param http what both HTTP servers take from their clients
 * @param limits how much clients may ask for
 * @param channel what the bridge channel takes from its clients
 * @param xmpp control over XMPP
 * @param shutdown how the bridge ends when it is asked to, and whether it begins drained
 * @param ssrcLimit how many SSRCs an endpoint is sent whose SSRCs are rewritten
 * @param audio silence and redundancy
 * @param speech what is made of audio levels
 * @param loadReducer how many sources receivers get in large conferences and on an overloaded bridge
 * @param connectionStats what clients learn about their connection
 * @param log what log lines show
 * @param whip publishing and watching by WHIP and WHEP
 * @param recording recordings on disk
 * @param dashboard the page of the private server
 * @param hls low-latency HLS
 * @param capture captures of packets
 * @param loss packets that are lost on purpose
 * @param transit how long packets are in the bridge
 * @param tracing spans of requests
 * @param export media exports
 * @param webhooks requests to services when something begins or ends
 */
public record BridgeConfig(
        AddressConfig ice,
        PublicAddressConfig publicAddresses,
        IceSessionConfig iceSession,
        RestResourcesConfig rest,
        PublicHttpConfig publicHttp,
        PrivateHttpConfig privateHttp,
        WebSocketsConfig webSockets,
        DataChannelConfig sctp,
        HealthConfig health,
        StatsConfig stats,
        LoadConfig load,
        ExpirationConfig expiration,
        ConnectionStatusConfig connectionStatus,
        SelectionSettings selection,
        DownlinkSettings downlink,
        DtlsSettings dtls,
        SrtpSettings srtp,
        KeyFrameConfig keyFrames,
        MediaConfig media,
        IdentityConfig identity,
        HttpSettings http,
        ConferenceLimits limits,
        ChannelConfig channel,
        XmppConfig xmpp,
        ShutdownConfig shutdown,
        SlotLimits ssrcLimit,
        AudioPolicy audio,
        SpeechSettings speech,
        LoadReducerConfig loadReducer,
        ConnectionStatsConfig connectionStats,
        LogConfig log,
        WhipConfig whip,
        RecordingConfig recording,
        DashboardConfig dashboard,
        HlsConfig hls,
        CaptureConfig capture,
        LossConfig loss,
        TransitConfig transit,
        TracingConfig tracing,
        ExportConfig export,
        WebhookConfig webhooks) {
    public BridgeConfig {
        if (hls.enabled() && !(publicHttp.isEnabled() && whip.access().isAnybodyAllowed())) {
            throw new ConfigException(
                    "starbridge.hls.enabled",
                    true,
                    "videobridge.http-servers.public.port (or tls-port), and in starbridge.whip tokens, a key for jwt,"
                            + " or open = true, in addition");
        }
        if (whip.enabled() && !publicHttp.isEnabled()) {
            throw new ConfigException(
                    "starbridge.whip.enabled",
                    true,
                    "videobridge.http-servers.public.port, or tls-port with a key store, to be set as well");
        }
        if (webSockets.enabled() && !publicHttp.isEnabled()) {
            throw new ConfigException(
                    "videobridge.websockets.enabled",
                    true,
                    "videobridge.http-servers.public.port, or tls-port with a key store, to be set as well");
        }
    }

    /** The documented defaults, the same that {@code reference.conf} writes down. */
    public static BridgeConfig defaults() {
        return new BridgeConfig(
                AddressConfig.DEFAULT,
                PublicAddressConfig.DEFAULT,
                IceSessionConfig.DEFAULT,
                RestResourcesConfig.DEFAULT,
                PublicHttpConfig.DEFAULT,
                PrivateHttpConfig.DEFAULT,
                WebSocketsConfig.DEFAULT,
                DataChannelConfig.DEFAULT,
                HealthConfig.DEFAULT,
                StatsConfig.DEFAULT,
                LoadConfig.DEFAULT,
                ExpirationConfig.DEFAULT,
                ConnectionStatusConfig.DEFAULT,
                SelectionSettings.DEFAULT,
                CoreSettings.DEFAULT_DOWNLINK,
                DtlsSettings.DEFAULT,
                SrtpSettings.DEFAULT,
                KeyFrameConfig.DEFAULT,
                MediaConfig.DEFAULT,
                IdentityConfig.DEFAULT,
                HttpSettings.DEFAULT,
                ConferenceLimits.DEFAULT,
                ChannelConfig.DEFAULT,
                XmppConfig.DEFAULT,
                ShutdownConfig.DEFAULT,
                SlotLimits.DEFAULT,
                AudioPolicy.DEFAULT,
                SpeechSettings.defaults(),
                LoadReducerConfig.DEFAULT,
                ConnectionStatsConfig.DEFAULT,
                LogConfig.DEFAULT,
                WhipConfig.DEFAULT,
                RecordingConfig.DEFAULT,
                DashboardConfig.DEFAULT,
                HlsConfig.DEFAULT,
                CaptureConfig.DEFAULT,
                LossConfig.DEFAULT,
                TransitConfig.DEFAULT,
                TracingConfig.DEFAULT,
                ExportConfig.DEFAULT,
                WebhookConfig.DEFAULT);
    }

    static BridgeConfig read(ConfigReader in) {
        PublicHttpConfig publicHttp = in.part(PublicHttpConfig::read, PublicHttpConfig.DEFAULT);
        return new BridgeConfig(
                in.part(AddressConfig::read, AddressConfig.DEFAULT),
                in.part(PublicAddressConfig::read, PublicAddressConfig.DEFAULT),
                in.part(IceSessionConfig::read, IceSessionConfig.DEFAULT),
                in.part(RestResourcesConfig::read, RestResourcesConfig.DEFAULT),
                publicHttp,
                in.part(PrivateHttpConfig::read, PrivateHttpConfig.DEFAULT),
                in.part(part -> WebSocketsConfig.read(part, publicHttp), WebSocketsConfig.DEFAULT),
                in.part(DataChannelConfig::read, DataChannelConfig.DEFAULT),
                in.part(HealthConfig::read, HealthConfig.DEFAULT),
                in.part(StatsConfig::read, StatsConfig.DEFAULT),
                in.part(LoadConfig::read, LoadConfig.DEFAULT),
                in.part(ExpirationConfig::read, ExpirationConfig.DEFAULT),
                in.part(ConnectionStatusConfig::read, ConnectionStatusConfig.DEFAULT),
                in.part(ReceiverSettings::selection, SelectionSettings.DEFAULT),
                in.part(CoreSettings::downlink, CoreSettings.DEFAULT_DOWNLINK),
                in.part(TransportSettings::dtls, DtlsSettings.DEFAULT),
                in.part(TransportSettings::srtp, SrtpSettings.DEFAULT),
                in.part(KeyFrameConfig::read, KeyFrameConfig.DEFAULT),
                in.part(MediaConfig::read, MediaConfig.DEFAULT),
                in.part(IdentityConfig::read, IdentityConfig.DEFAULT),
                in.part(HttpSettings::read, HttpSettings.DEFAULT),
                in.part(CoreSettings::limits, ConferenceLimits.DEFAULT),
                in.part(ChannelConfig::read, ChannelConfig.DEFAULT),
                in.part(XmppConfig::read, XmppConfig.DEFAULT),
                in.part(ShutdownConfig::read, ShutdownConfig.DEFAULT),
                in.part(CoreSettings::slots, SlotLimits.DEFAULT),
                in.part(CoreSettings::audio, AudioPolicy.DEFAULT),
                in.part(CoreSettings::speech, SpeechSettings.defaults()),
                in.part(LoadReducerConfig::read, LoadReducerConfig.DEFAULT),
                in.part(ConnectionStatsConfig::read, ConnectionStatsConfig.DEFAULT),
                in.part(LogConfig::read, LogConfig.DEFAULT),
                in.part(WhipConfig::read, WhipConfig.DEFAULT),
                in.part(RecordingConfig::read, RecordingConfig.DEFAULT),
                in.part(DashboardConfig::read, DashboardConfig.DEFAULT),
                in.part(HlsConfig::read, HlsConfig.DEFAULT),
                in.part(CaptureConfig::read, CaptureConfig.DEFAULT),
                in.part(LossConfig::read, LossConfig.DEFAULT),
                in.part(TransitConfig::read, TransitConfig.DEFAULT),
                in.part(TracingConfig::read, TracingConfig.DEFAULT),
                in.part(ExportConfig::read, ExportConfig.DEFAULT),
                in.part(WebhookConfig::read, WebhookConfig.DEFAULT));
    }
}
