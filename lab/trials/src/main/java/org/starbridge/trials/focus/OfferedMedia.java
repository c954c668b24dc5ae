package org.starbridge.trials.focus;

import java.util.List;
import java.util.Map;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;

/** Payload types and header extensions with the numbers that Jicofo offers by default. */
final class OfferedMedia {
    private static final RtcpFeedback TRANSPORT_CC = new RtcpFeedback("transport-cc", null);
    private static final RtpHeaderExtension MID = new RtpHeaderExtension(10, "urn:ietf:params:rtp-hdrext:sdes:mid");
    private static final RtpHeaderExtension TRANSPORT_WIDE =
            new RtpHeaderExtension(5, "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01");

    static final List<Media> ALL = List.of(
            new Media(
                    MediaKind.AUDIO,
                    List.of(
                            new PayloadType(
                                    111,
                                    "opus",
                                    48_000,
                                    2,
                                    Map.of("minptime", "10", "useinbandfec", "1"),
                                    List.of(TRANSPORT_CC)),
                            new PayloadType(126, "telephone-event", 8_000, 1, Map.of(), List.of())),
                    List.of(
                            new RtpHeaderExtension(1, "urn:ietf:params:rtp-hdrext:ssrc-audio-level"),
                            MID,
                            TRANSPORT_WIDE),
                    true),
            new Media(
                    MediaKind.VIDEO,
                    List.of(
                            // First, because versions of lib-jitsi-meet from 2022 take the first one for VP8.
                            video(100, "VP8", Map.of()),
                            video(41, "AV1", Map.of()),
                            // Jicofo puts all parameters into the value of the first one.
                            video(
                                    107,
                                    "H264",
                                    Map.of(
                                            "profile-level-id",
                                            "42e01f;level-asymmetry-allowed=1;packetization-mode=1;")),
                            video(101, "VP9", Map.of()),
                            retransmission(42, 41),
                            retransmission(96, 100),
                            retransmission(97, 101),
                            retransmission(99, 107)),
                    List.of(
                            new RtpHeaderExtension(
                                    11,
                                    "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension"),
                            MID,
                            new RtpHeaderExtension(3, "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time"),
                            TRANSPORT_WIDE),
                    true));

    private OfferedMedia() {}

    private static PayloadType video(int id, String name, Map<String, String> parameters) {
        return new PayloadType(
                id,
                name,
                90_000,
                1,
                parameters,
                List.of(
                        new RtcpFeedback("ccm", "fir"),
                        new RtcpFeedback("nack", null),
                        new RtcpFeedback("nack", "pli"),
                        TRANSPORT_CC));
    }

    private static PayloadType retransmission(int id, int of) {
        return new PayloadType(id, "rtx", 90_000, 1, Map.of("apt", Integer.toString(of)), List.of());
    }
}
