package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.sdp.Attributes;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.attribute.Fmtp;
import org.starbridge.sdp.attribute.RtcpFb;
import org.starbridge.sdp.attribute.RtpMap;

/** Chooses the payload types of a section that the bridge can forward. */
final class Codecs {
    private static final Set<String> AUDIO = Set.of("opus", "pcmu", "pcma", "g722");
    private static final Set<String> VIDEO = Set.of("vp8", "vp9", "h264", "h265", "av1");
    private static final String RTX = "rtx";
    private static final String TRANSPORT_CC = "transport-cc";
    private static final String REMB = "goog-remb";

    /** "type parameter" of what the bridge gives and takes. */
    private static final Set<String> FEEDBACK = Set.of("nack ", "nack pli", "ccm fir", TRANSPORT_CC + " ", REMB + " ");

    /** RFC 3551 section 6: these need no rtpmap. */
    private static final Map<Integer, RtpMap> STATIC = Map.of(
            0, new RtpMap(0, "PCMU", 8000, 1),
            8, new RtpMap(8, "PCMA", 8000, 1),
            9, new RtpMap(9, "G722", 8000, 1));

    private Codecs() {}

    /**
     * Those that can be forwarded, in the offerer's order.
     *
     * @param hasTransportNumbers whether packets get transport-wide sequence numbers; if so, goog-remb is left out,
     *     otherwise transport-cc
     */
    static List<PayloadType> choose(MediaSection section, MediaKind kind, boolean hasTransportNumbers) {
        Attributes attributes = section.attributes();
        Map<Integer, RtpMap> maps = new HashMap<>(STATIC);
        attributes.all(RtpMap.class).forEach(map -> maps.put(map.payloadType(), map));
        Map<Integer, Map<String, String>> parameters = new HashMap<>();
        attributes.all(Fmtp.class).forEach(fmtp -> parameters.put(fmtp.payloadType(), fmtp.parameters()));
        Set<String> wanted = kind == MediaKind.AUDIO ? AUDIO : VIDEO;
        Set<Integer> chosen = new HashSet<>();
        for (int number : numbers(section)) {
            RtpMap map = maps.get(number);
            if (map != null && wanted.contains(map.encoding().toLowerCase(Locale.ROOT))) {
                chosen.add(number);
            }
        }
        List<PayloadType> types = new ArrayList<>();
        for (int number : numbers(section)) {
            RtpMap map = maps.get(number);
            Map<String, String> own = parameters.getOrDefault(number, Map.of());
            if (map != null && (chosen.contains(number) || isRepairOf(map, own, chosen))) {
                types.add(new PayloadType(
                        number,
                        map.encoding(),
                        map.clockRate(),
                        map.channels(),
                        own,
                        chosen.contains(number) ? feedback(attributes, number, hasTransportNumbers) : List.of()));
            }
        }
        return types;
    }

    private static List<Integer> numbers(MediaSection section) {
        return section.formats().stream().map(Integer::valueOf).toList();
    }

    private static boolean isRepairOf(RtpMap map, Map<String, String> parameters, Set<Integer> chosen) {
        @Nullable String apt = parameters.get("apt");
        return map.encoding().equalsIgnoreCase(RTX)
                && apt != null
                && apt.matches("[0-9]{1,3}")
                && chosen.contains(Integer.valueOf(apt));
    }

    private static List<RtcpFeedback> feedback(Attributes attributes, int number, boolean hasTransportNumbers) {
        List<RtcpFeedback> feedback = new ArrayList<>();
        for (RtcpFb offered : attributes.all(RtcpFb.class)) {
            String type = offered.type().toLowerCase(Locale.ROOT);
            String parameter = offered.parameter().toLowerCase(Locale.ROOT);
            boolean isItsOwn = offered.payloadType() == number || offered.payloadType() == RtcpFb.ALL;
            boolean isKnown = FEEDBACK.contains(type + " " + parameter);
            boolean isOther = type.equals(hasTransportNumbers ? REMB : TRANSPORT_CC);
            RtcpFeedback read = new RtcpFeedback(type, parameter.isEmpty() ? null : parameter);
            if (isItsOwn && isKnown && !isOther && !feedback.contains(read)) {
                feedback.add(read);
            }
        }
        return feedback;
    }
}
