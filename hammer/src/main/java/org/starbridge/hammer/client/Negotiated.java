package org.starbridge.hammer.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.hammer.media.Codec;

/** The payload types and header extensions that every endpoint offers, and their numbers on the wire. Stateless. */
final class Negotiated {
    static final int OPUS_PT = 111;
    static final int VIDEO_PT = 100;
    static final int RTX_PT = 96;

    /** RFC 6464. */
    static final int AUDIO_LEVEL_ID = 1;
    /** draft-holmer-rmcat-transport-wide-cc-extensions-01. */
    static final int TRANSPORT_SEQUENCE_ID = 5;

    private static final RtpHeaderExtension AUDIO_LEVEL =
            new RtpHeaderExtension(AUDIO_LEVEL_ID, "urn:ietf:params:rtp-hdrext:ssrc-audio-level");
    private static final RtpHeaderExtension TRANSPORT_SEQUENCE = new RtpHeaderExtension(
            TRANSPORT_SEQUENCE_ID, "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01");
    private static final RtcpFeedback TRANSPORT_CC = new RtcpFeedback("transport-cc", null);

    private Negotiated() {}

    static Media audio() {
        PayloadType opus = new PayloadType(
                OPUS_PT, "opus", 48_000, 2, Map.of("minptime", "10", "useinbandfec", "1"), List.of(TRANSPORT_CC));
        return new Media(MediaKind.AUDIO, List.of(opus), List.of(AUDIO_LEVEL, TRANSPORT_SEQUENCE), false);
    }

    /**
     * @param rtx whether retransmissions on a stream of their own (RFC 4588) are offered; without them a bridge does not
     *     limit an endpoint to its bandwidth estimate
     */
    static Media video(Codec codec, boolean rtx) {
        List<PayloadType> types = new ArrayList<>();
        types.add(new PayloadType(
                VIDEO_PT,
                codec.name(),
                codec.clockRateHz(),
                1,
                Map.of(),
                List.of(
                        new RtcpFeedback("nack", null),
                        new RtcpFeedback("nack", "pli"),
                        new RtcpFeedback("ccm", "fir"),
                        TRANSPORT_CC)));
        if (rtx) {
            types.add(new PayloadType(
                    RTX_PT, "rtx", codec.clockRateHz(), 1, Map.of("apt", Integer.toString(VIDEO_PT)), List.of()));
        }
        return new Media(MediaKind.VIDEO, types, List.of(TRANSPORT_SEQUENCE), false);
    }
}
