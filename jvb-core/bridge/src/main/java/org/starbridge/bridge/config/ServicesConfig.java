package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigParts;
import org.starbridge.bridge.export.ExportConfig;
import org.starbridge.bridge.hls.HlsConfig;
import org.starbridge.bridge.recording.RecordingConfig;
import org.starbridge.bridge.webhook.WebhookConfig;
import org.starbridge.bridge.whip.WhipConfig;
import org.starbridge.bridge.xmpp.XmppConfig;

/**
 * Services beside Colibri: XMPP, WHIP, recordings, HLS, exports and webhooks.
 *
 * @param xmpp control over XMPP
 * @param whip publishing and watching by WHIP and WHEP
 * @param recording recordings on disk
 * @param hls low-latency HLS
 * @param export media exports
 * @param webhooks requests to services when something begins or ends
 */
public record ServicesConfig(
        XmppConfig xmpp,
        WhipConfig whip,
        RecordingConfig recording,
        HlsConfig hls,
        ExportConfig export,
        WebhookConfig webhooks) {
    static ServicesConfig read(ConfigParts in) {
        return new ServicesConfig(
                in.part(XmppConfig::read, XmppConfig.DEFAULT),
                in.part(WhipConfig::read, WhipConfig.DEFAULT),
                in.part(RecordingConfig::read, RecordingConfig.DEFAULT),
                in.part(HlsConfig::read, HlsConfig.DEFAULT),
                in.part(ExportConfig::read, ExportConfig.DEFAULT),
                in.part(WebhookConfig::read, WebhookConfig.DEFAULT));
    }
}
