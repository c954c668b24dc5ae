package org.starbridge.control.request;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaKind;

/** Reads the payload types and header extensions that a peer can take. */
public final class MediaDescriptions {
    private MediaDescriptions() {}

    /**
     * Returns what was negotiated before and what {@code medias} add. A number or URI that comes again takes the newer
     * meaning; nothing is ever removed.
     *
     * @throws Colibri2Exception bad request, when something in it cannot be used and {@code problems} refuse
     */
    public static NegotiatedMedia read(
            NegotiatedMedia known, List<Media> medias, ConferenceLimits limits, RequestProblems problems) {
        if (medias.isEmpty()) {
            return known;
        }
        Map<Integer, ForwardingTable.PayloadType> types = new HashMap<>(known.payloadTypes());
        Map<String, Integer> extensions = new HashMap<>(known.extensionIds());
        Map<Integer, AudioFormat> formats = new HashMap<>(known.audioFormats());
        for (Media media : medias) {
            MediaKind kind = kindOf(media.kind());
            if (kind == null) {
                problems.count(RequestWarning.UNKNOWN_MEDIA_KIND);
                continue;
            }
            for (PayloadType type : media.payloadTypes()) {
                add(type, kind, types, limits, problems);
                addFormat(type, kind, types, formats);
            }
            for (RtpHeaderExtension extension : media.headerExtensions()) {
                add(extension, extensions, limits, problems);
            }
        }
        return new NegotiatedMedia(types, extensions, medias.stream().allMatch(Media::extmapAllowMixed), formats);
    }

    private static void add(
            PayloadType type,
            MediaKind kind,
            Map<Integer, ForwardingTable.PayloadType> types,
            ConferenceLimits limits,
            RequestProblems problems) {
        String name = type.name();
        if (name == null || type.clockRate() == 0) {
            problems.raise(
                    RequestWarning.INCOMPLETE_PAYLOAD_TYPE,
                    "payload type " + type.id() + " has no " + (name == null ? "name" : "clockrate")
                            + ": expected both");
        } else if (!problems.isBeyond(
                        "characters in the name of payload type " + type.id(), name.length(), limits.nameLength())
                && (types.containsKey(type.id())
                        || !problems.isBeyond(
                                "payload types of an endpoint", types.size() + 1, limits.payloadTypesPerEndpoint()))) {
            types.put(type.id(), payloadType(type, name, kind));
        }
    }

    private static void addFormat(
            PayloadType type,
            MediaKind kind,
            Map<Integer, ForwardingTable.PayloadType> types,
            Map<Integer, AudioFormat> formats) {
        ForwardingTable.PayloadType taken = types.get(type.id());
        if (taken == null || kind != MediaKind.AUDIO || taken.kind() != MediaKind.AUDIO) {
            formats.remove(type.id());
        } else {
            int channels = Math.max(1, type.channels());
            formats.put(type.id(), new AudioFormat(taken.encoding(), taken.clockRateHz(), channels, type.parameters()));
        }
    }

    private static void add(
            RtpHeaderExtension extension,
            Map<String, Integer> extensions,
            ConferenceLimits limits,
            RequestProblems problems) {
        String uri = extension.uri();
        if (!problems.isBeyond(
                        "characters in the uri of header extension " + extension.id(),
                        uri.length(),
                        ConferenceLimits.EXTENSION_URI_LENGTH)
                && (extensions.containsKey(uri)
                        || !problems.isBeyond(
                                "header extensions of an endpoint",
                                extensions.size() + 1,
                                limits.headerExtensionsPerEndpoint()))) {
            extensions.put(uri, extension.id());
        }
    }

    /** Null for kinds that are not forwarded. */
    public static @Nullable MediaKind kindOf(org.starbridge.colibri.MediaKind kind) {
        return switch (kind) {
            case AUDIO -> MediaKind.AUDIO;
            case VIDEO -> MediaKind.VIDEO;
            case DATA, APPLICATION, MESSAGE, TEXT, IMAGE, CONTROL -> null;
        };
    }

    private static ForwardingTable.PayloadType payloadType(PayloadType type, String name, MediaKind kind) {
        return new ForwardingTable.PayloadType(
                type.id(),
                kind,
                name.toLowerCase(Locale.ROOT),
                type.clockRate(),
                has(type, "nack", "pli"),
                has(type, "ccm", "fir"),
                has(type, "nack", ""),
                name.equalsIgnoreCase("rtx") ? associated(type) : ForwardingTable.PayloadType.NOTHING,
                format(name.toLowerCase(Locale.ROOT), type.parameters()),
                has(type, "goog-remb", ""),
                has(type, "transport-cc", ""));
    }

    /**
     * Returns what of a codec's parameters decides whether one side can decode what the other encodes: packetization
     * mode and profile of H.264 (RFC 6184 section 8.1; levels may differ), the profile of VP9 (RFC 9628 section 7) and
     * AV1.
     */
    private static String format(String name, Map<String, String> parameters) {
        return switch (name) {
            case "h264" ->
                parameters.getOrDefault("packetization-mode", "0")
                        + " "
                        + h264Profile(parameters.getOrDefault("profile-level-id", "42e01f"));
            case "vp9" -> parameters.getOrDefault("profile-id", "0");
            case "av1" -> parameters.getOrDefault("profile", "0");
            default -> "";
        };
    }

    /** Baseline and constrained baseline are different profiles; the latter has many spellings. */
    private static String h264Profile(String profileLevelId) {
        if (!profileLevelId.matches("[0-9a-fA-F]{6}")) {
            return "";
        }
        int profile = Integer.parseInt(profileLevelId.substring(0, 2), 16);
        boolean isConstrained = (Integer.parseInt(profileLevelId.substring(2, 4), 16) & 0x40) != 0;
        return profile == 0x42 && isConstrained ? "constrained baseline" : Integer.toHexString(profile);
    }

    private static boolean has(PayloadType type, String feedback, String subtype) {
        for (RtcpFeedback fb : type.rtcpFeedback()) {
            String actual = fb.subtype() == null ? "" : fb.subtype();
            if (feedback.equalsIgnoreCase(fb.type()) && subtype.equalsIgnoreCase(actual)) {
                return true;
            }
        }
        return false;
    }

    /** The {@code apt} of a retransmission type, RFC 4588 section 8.1. */
    private static int associated(PayloadType type) {
        String apt = type.parameters().getOrDefault("apt", "");
        int number = apt.matches("[0-9]{1,3}") ? Integer.parseInt(apt) : ForwardingTable.PayloadType.NOTHING;
        return number <= 127 ? number : ForwardingTable.PayloadType.NOTHING;
    }
}
