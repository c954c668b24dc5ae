package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.bridge.whip.access.Purpose;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.attribute.ExtMap;

/**
 * Chooses header extensions section by section. An id stands for one extension in all sections of a bundle (RFC 9143
 * section 10.1), and an extension has one id; what contradicts an earlier section is left out.
 */
final class HeaderExtensionChoice {
    private static final String MID = "urn:ietf:params:rtp-hdrext:sdes:mid";
    static final String RID = "urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id";
    private static final String REPAIRED_RID = "urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id";
    private static final String AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";
    private static final String TRANSPORT_CC =
            "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01";
    private static final String SEND_TIME = "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time";
    private static final String ORIENTATION = "urn:3gpp:video-orientation";
    private static final String DEPENDENCIES =
            "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension";
    private static final String LAYERS = "http://www.webrtc.org/experiments/rtp-hdrext/video-layers-allocation00";

    private static final Set<String> FROM_PUBLISHERS =
            Set.of(MID, RID, REPAIRED_RID, AUDIO_LEVEL, TRANSPORT_CC, SEND_TIME, ORIENTATION, DEPENDENCIES, LAYERS);

    /** No mid: the SSRCs are in the answer. */
    private static final Set<String> TO_VIEWERS =
            Set.of(AUDIO_LEVEL, TRANSPORT_CC, SEND_TIME, ORIENTATION, DEPENDENCIES);

    private final Purpose purpose;
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<Integer, String> uris = new HashMap<>();

    HeaderExtensionChoice(Purpose purpose) {
        this.purpose = purpose;
    }

    /** Those of one section, in its order. Without transport-wide numbers the send time, otherwise only the numbers. */
    List<RtpHeaderExtension> choose(MediaSection section) {
        List<ExtMap> offered = section.attributes().all(ExtMap.class);
        boolean hasNumbers =
                offered.stream().anyMatch(extension -> extension.uri().equals(TRANSPORT_CC));
        List<RtpHeaderExtension> chosen = new ArrayList<>();
        for (ExtMap extension : offered) {
            boolean isSuperfluous = hasNumbers && extension.uri().equals(SEND_TIME);
            if (isWanted(extension) && !isSuperfluous && isConsistent(extension)) {
                ids.put(extension.uri(), extension.id());
                uris.put(extension.id(), extension.uri());
                chosen.add(new RtpHeaderExtension(extension.id(), extension.uri()));
            }
        }
        return chosen;
    }

    private boolean isWanted(ExtMap extension) {
        return switch (purpose) {
            case PUBLISH ->
                FROM_PUBLISHERS.contains(extension.uri())
                        && (extension.direction() == null
                                || extension.direction().sends());
            case WATCH ->
                TO_VIEWERS.contains(extension.uri())
                        && (extension.direction() == null
                                || extension.direction().receives());
        };
    }

    private boolean isConsistent(ExtMap extension) {
        int id = ids.getOrDefault(extension.uri(), extension.id());
        String uri = uris.getOrDefault(extension.id(), extension.uri());
        return id == extension.id() && uri.equals(extension.uri());
    }

    /**
     * The same for a publisher that sends VP8. Beside a dependency descriptor libwebrtc leaves picture ids and temporal
     * layers out of VP8's own descriptor ({@code MinimizeDescriptor} of {@code RTPSenderVideo}). The bridge finds the
     * layers in either; viewers that did not negotiate dependency descriptors order frames by picture ids.
     */
    static List<RtpHeaderExtension> withoutDependencies(List<RtpHeaderExtension> chosen) {
        return chosen.stream()
                .filter(extension -> !extension.uri().equals(DEPENDENCIES))
                .toList();
    }

    /** Returns whether packets name their simulcast encoding. */
    static boolean hasEncodingNames(List<RtpHeaderExtension> chosen) {
        return chosen.stream().anyMatch(extension -> extension.uri().equals(RID));
    }

    static boolean hasTransportNumbers(List<RtpHeaderExtension> chosen) {
        return chosen.stream().anyMatch(extension -> extension.uri().equals(TRANSPORT_CC));
    }
}
