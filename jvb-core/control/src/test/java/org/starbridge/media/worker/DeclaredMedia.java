package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.media.source.Negotiation;
import org.starbridge.transport.dtls.DtlsFingerprint;

/** Media, sources and transport that a client of a {@link WholeBridge} declares. */
final class DeclaredMedia {
    private static final Media OPUS = new Media(
            MediaKind.AUDIO,
            List.of(new PayloadType(SimulatedBridge.OPUS, "opus", 48000, 2, Map.of(), List.of())),
            List.of(new RtpHeaderExtension(WholeBridge.AUDIO_LEVEL_ID, Negotiation.AUDIO_LEVEL)),
            true);

    private static final Media VP8 = new Media(
            MediaKind.VIDEO,
            List.of(
                    new PayloadType(
                            SimulatedBridge.VP8, "VP8", 90000, 1, Map.of(), List.of(new RtcpFeedback("nack", "pli"))),
                    new PayloadType(
                            SimulatedBridge.RTX,
                            "rtx",
                            90000,
                            1,
                            Map.of("apt", Integer.toString(SimulatedBridge.VP8)),
                            List.of())),
            List.of(),
            true);

    private DeclaredMedia() {}

    /** Payload type and header extensions of audio. */
    static Media audio(boolean hasTransportFeedback) {
        return hasTransportFeedback ? withFeedback(OPUS) : OPUS;
    }

    /** Payload types and header extensions of video. */
    static Media video(boolean hasTransportFeedback) {
        return hasTransportFeedback ? withFeedback(VP8) : VP8;
    }

    /** The lowest media SSRC of a camera by the retransmission SSRCs of all its encodings. */
    static Map<Integer, Integer> rtxOf(SimulatedClient sender) {
        Map<Integer, Integer> media = new HashMap<>();
        sender.sent.values().stream()
                .filter(stream -> stream.payloadType == SimulatedBridge.VP8)
                .mapToInt(stream -> stream.ssrc)
                .min()
                .ifPresent(lowest ->
                        sender.sent.keySet().forEach(ssrc -> media.put(ssrc + WholeBridge.RTX_OFFSET, lowest)));
        return media;
    }

    private static Media withFeedback(Media media) {
        List<RtpHeaderExtension> extensions = new ArrayList<>(media.headerExtensions());
        extensions.add(new RtpHeaderExtension(WholeBridge.TRANSPORT_SEQUENCE_ID, Negotiation.TRANSPORT_SEQUENCE));
        List<PayloadType> types = media.payloadTypes().stream()
                .map(type -> "rtx".equals(type.name()) ? type : withFeedback(type))
                .toList();
        return new Media(media.kind(), types, extensions, media.extmapAllowMixed());
    }

    private static PayloadType withFeedback(PayloadType type) {
        List<RtcpFeedback> feedback = new ArrayList<>(type.rtcpFeedback());
        feedback.add(new RtcpFeedback("transport-cc", null));
        if (!"opus".equals(type.name())) {
            feedback.add(new RtcpFeedback("nack", null));
        }
        return new PayloadType(type.id(), type.name(), type.clockRate(), type.channels(), type.parameters(), feedback);
    }

    /** A microphone, and a camera unless it has no encodings. */
    static List<MediaSource> sources(String endpointId, int audio, List<Integer> video, boolean hasTransportFeedback) {
        List<MediaSource> sources = new ArrayList<>();
        sources.add(source(MediaKind.AUDIO, endpointId + "-a0", audio));
        if (!video.isEmpty()) {
            sources.add(camera(endpointId + "-v0", video, hasTransportFeedback));
        }
        return sources;
    }

    private static MediaSource source(MediaKind kind, String name, int ssrc) {
        return new MediaSource(kind, name, false, List.of(Source.named(ssrc, name)), List.of());
    }

    private static MediaSource camera(String name, List<Integer> ssrcs, boolean hasRtx) {
        List<Source> sources = new ArrayList<>();
        List<SsrcGroup> groups = new ArrayList<>();
        if (ssrcs.size() > 1) {
            groups.add(
                    new SsrcGroup("SIM", ssrcs.stream().map(Integer::longValue).toList()));
        }
        for (int ssrc : ssrcs) {
            sources.add(Source.named(ssrc, name));
            if (hasRtx) {
                sources.add(Source.named(ssrc + WholeBridge.RTX_OFFSET, name));
                groups.add(new SsrcGroup("FID", List.of((long) ssrc, (long) ssrc + WholeBridge.RTX_OFFSET)));
            }
        }
        return new MediaSource(MediaKind.VIDEO, name, false, sources, groups);
    }

    /** ICE and DTLS of a client. */
    static Transport transportOf(SimulatedClient client) {
        DtlsFingerprint fingerprint = SimulatedKeys.fingerprint(client.name);
        return new Transport(
                true,
                false,
                false,
                new IceUdpTransport(
                        client.ice.localCredentials().ufrag(),
                        client.ice.localCredentials().password(),
                        null,
                        true,
                        List.of(),
                        List.of(new Fingerprint(fingerprint.hash(), fingerprint.value(), DtlsSetup.ACTIVE, false)),
                        List.of()),
                null);
    }
}
