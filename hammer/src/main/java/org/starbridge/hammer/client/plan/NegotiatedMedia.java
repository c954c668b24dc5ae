package org.starbridge.hammer.client.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.hammer.media.Codec;
import org.starbridge.rtp.dependency.DependencyDescriptor;

/**
 * The numbers of payload types and header extensions on the wire. Where the Hammer plays the focus it chooses them, as
 * {@link #OURS}; else the focus does. A header extension has 1 to 14, as the Hammer writes one-byte headers where it
 * can (RFC 8285), or 0 if there is none.
 *
 * @param rtxPt of the video's retransmissions (RFC 4588)
 * @param audioLevelId RFC 6464
 * @param transportSequenceId draft-holmer-rmcat-transport-wide-cc-extensions-01
 * @param dependencyDescriptorId AV1 RTP specification, appendix A
 */
public record NegotiatedMedia(
        int opusPt, int videoPt, int rtxPt, int audioLevelId, int transportSequenceId, int dependencyDescriptorId) {
    /** Values that a focus uses by default. */
    public static final NegotiatedMedia OURS = new NegotiatedMedia(111, 100, 96, 1, 5, 11);

    /** RFC 6464. */
    public static final String AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";

    /** Transport-wide sequence numbers. */
    public static final String TRANSPORT_SEQUENCE =
            "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01";

    /** RFC 6184 section 8.1: fragments may come, of the constrained baseline profile. */
    private static final Map<String, String> H264_PARAMETERS =
            Map.of("packetization-mode", "1", "profile-level-id", "42e01f");

    private static final int MAX_ONE_BYTE_ID = 14;
    private static final RtcpFeedback TRANSPORT_CC = new RtcpFeedback("transport-cc", null);

    public NegotiatedMedia {
        requirePayloadType(opusPt);
        requirePayloadType(videoPt);
        requirePayloadType(rtxPt);
        requireId(audioLevelId);
        requireId(transportSequenceId);
        requireId(dependencyDescriptorId);
    }

    /** The same without dependency descriptors. */
    public NegotiatedMedia(int opusPt, int videoPt, int rtxPt, int audioLevelId, int transportSequenceId) {
        this(opusPt, videoPt, rtxPt, audioLevelId, transportSequenceId, 0);
    }

    private static void requirePayloadType(int pt) {
        if (pt < 0 || pt > 127) {
            throw new IllegalArgumentException("payload type " + pt + ": expected 0 to 127");
        }
    }

    private static void requireId(int id) {
        if (id < 0 || id > MAX_ONE_BYTE_ID) {
            throw new IllegalArgumentException("header extension " + id + ": expected 0 to " + MAX_ONE_BYTE_ID);
        }
    }

    public Media audio() {
        PayloadType opus = new PayloadType(
                opusPt, "opus", 48_000, 2, Map.of("minptime", "10", "useinbandfec", "1"), List.of(TRANSPORT_CC));
        return new Media(
                MediaKind.AUDIO,
                List.of(opus),
                List.of(audioLevel(), transportSequence()),
                dependencyDescriptorId != 0);
    }

    /**
     * The video as it is offered.
     *
     * @param rtx whether retransmissions on a stream of their own (RFC 4588) are offered; without them a bridge does
     *     not limit an endpoint to its bandwidth estimate
     */
    public Media video(Codec codec, boolean rtx) {
        List<PayloadType> types = new ArrayList<>();
        types.add(new PayloadType(
                videoPt,
                codec.name(),
                codec.clockRateHz(),
                1,
                codec == Codec.H264 ? H264_PARAMETERS : Map.of(),
                List.of(
                        new RtcpFeedback("nack", null),
                        new RtcpFeedback("nack", "pli"),
                        new RtcpFeedback("ccm", "fir"),
                        TRANSPORT_CC)));
        if (rtx) {
            types.add(new PayloadType(
                    rtxPt, "rtx", codec.clockRateHz(), 1, Map.of("apt", Integer.toString(videoPt)), List.of()));
        }
        if (codec == Codec.VP8 || dependencyDescriptorId == 0) {
            return new Media(MediaKind.VIDEO, types, List.of(transportSequence()), false);
        }
        // The descriptor of a key frame is longer than a one-byte header extension can be; all sections must allow
        // that.
        RtpHeaderExtension descriptor = new RtpHeaderExtension(dependencyDescriptorId, DependencyDescriptor.URI);
        return new Media(MediaKind.VIDEO, types, List.of(transportSequence(), descriptor), true);
    }

    private RtpHeaderExtension audioLevel() {
        return new RtpHeaderExtension(audioLevelId, AUDIO_LEVEL);
    }

    private RtpHeaderExtension transportSequence() {
        return new RtpHeaderExtension(transportSequenceId, TRANSPORT_SEQUENCE);
    }
}
