package org.starbridge.colibri.json;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Connect;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.VideoType;

/** JSON tree to records, one method per object of the protocol. Throws {@link JsonFaultException}. */
final class Colibri2Reader {
    private Colibri2Reader() {}

    /** {@code skipped}: null to refuse everything that cannot be, see {@link JsonCursor#forgiving}. */
    static ConferenceModify modify(
            JsonCursor at, @Nullable String meetingIdFromPath, @Nullable Consumer<String> skipped) {
        String meetingId = meetingId(at, meetingIdFromPath);
        return at.build(() -> new ConferenceModify(
                meetingId,
                at.optional("name", JsonCursor::string),
                at.flag("create", false),
                at.flag("expire", false),
                at.flag("rtcstats-enabled", true),
                at.list("endpoints", endpoint -> endpoint(forgivingUnlessCreated(endpoint, skipped))),
                at.list("relays", Colibri2Reader::relay),
                forgivingUnlessCreated(at, skipped).listOrNull("connects", Colibri2Reader::connect)));
    }

    private static JsonCursor forgivingUnlessCreated(JsonCursor at, @Nullable Consumer<String> skipped) {
        return skipped == null || at.flag("create", false) ? at : at.forgiving(skipped);
    }

    private static String meetingId(JsonCursor at, @Nullable String fromPath) {
        if (fromPath == null) {
            return at.require("meeting-id").string();
        }
        JsonCursor inBody = at.find("meeting-id");
        if (inBody != null && !inBody.string().equals(fromPath)) {
            throw inBody.expected("that of the URL, \"" + fromPath + "\", or none");
        }
        return fromPath;
    }

    static ConferenceModified modified(JsonCursor at) {
        return at.build(() -> new ConferenceModified(
                at.list("endpoints", Colibri2Reader::endpointModified),
                at.list("relays", Colibri2Reader::relayModified),
                at.listOrNull("sources", Colibri2Reader::mediaSource)));
    }

    private static EndpointModified endpointModified(JsonCursor at) {
        return at.build(() -> new EndpointModified(
                at.require("id").string(),
                at.flag("expire", false),
                at.optional("transport", Colibri2Reader::transport)));
    }

    private static RelayModified relayModified(JsonCursor at) {
        return at.build(() -> new RelayModified(
                at.require("id").string(),
                at.flag("expire", false),
                at.optional("transport", Colibri2Reader::transport)));
    }

    private static EndpointModify endpoint(JsonCursor at) {
        return at.build(() -> new EndpointModify(
                at.require("id").string(),
                at.flag("create", false),
                at.flag("expire", false),
                at.optional("stats-id", JsonCursor::string),
                at.optional("muc-role", role -> role.constant(MucRole.class)),
                at.flag("diarize", false),
                at.list("medias", Colibri2Reader::media),
                at.optional("transport", Colibri2Reader::transport),
                at.listOrNull("sources", Colibri2Reader::mediaSource),
                at.optional("force-mute", Colibri2Reader::forceMute),
                at.optional("initial-last-n", lastN -> lastN.require("value").intNumberFrom(-1)),
                new LinkedHashSet<>(at.list("capabilities", JsonCursor::string))));
    }

    private static RelayModify relay(JsonCursor at) {
        return at.build(() -> new RelayModify(
                at.require("id").string(),
                at.flag("create", false),
                at.flag("expire", false),
                at.optional("mesh-id", JsonCursor::string),
                at.list("medias", Colibri2Reader::media),
                at.optional("transport", Colibri2Reader::transport),
                at.listOrNull("sources", Colibri2Reader::mediaSource),
                at.listOrNull("endpoints", Colibri2Reader::endpoint)));
    }

    private static ForceMute forceMute(JsonCursor at) {
        return new ForceMute(at.flag("audio", false), at.flag("video", false));
    }

    private static Media media(JsonCursor at) {
        // The element has no value in XML: its presence counts, whatever the boolean says.
        Boolean extmapAllowMixed = at.optional("extmap-allow-mixed", JsonCursor::bool);
        return at.build(() -> new Media(
                at.require("type").constant(MediaKind.class),
                at.list("payload-types", Colibri2Reader::payloadType),
                at.list("rtp-hdrexts", Colibri2Reader::headerExtension),
                extmapAllowMixed != null));
    }

    private static PayloadType payloadType(JsonCursor at) {
        Integer clockRate = at.optional("clockrate", JsonCursor::intAttribute);
        Integer channels = at.optional("channels", JsonCursor::intAttribute);
        return at.build(() -> new PayloadType(
                at.require("id").intAttribute(),
                at.optional("name", JsonCursor::string),
                clockRate == null ? 0 : clockRate,
                channels == null ? 1 : channels,
                parameters(at),
                at.list("rtcp-fbs", Colibri2Reader::rtcpFeedback)));
    }

    private static Map<String, String> parameters(JsonCursor at) {
        Map<String, String> parameters = new LinkedHashMap<>();
        at.map("parameters", JsonCursor::attribute)
                .forEach((name, value) -> parameters.put(name.equals("null") ? PayloadType.NAMELESS : name, value));
        return parameters;
    }

    private static RtcpFeedback rtcpFeedback(JsonCursor at) {
        return at.build(
                () -> new RtcpFeedback(at.require("type").string(), at.optional("subtype", JsonCursor::string)));
    }

    private static RtpHeaderExtension headerExtension(JsonCursor at) {
        return at.build(() -> new RtpHeaderExtension(
                at.require("id").intNumber(), at.require("uri").string()));
    }

    private static Transport transport(JsonCursor at) {
        return at.build(() -> new Transport(
                at.flag("ice-controlling", false),
                at.flag("use-unique-port", false),
                at.flag("ice-restart", false),
                at.optional("transport", Colibri2Reader::iceUdp),
                at.optional("sctp", Colibri2Reader::sctp)));
    }

    private static Sctp sctp(JsonCursor at) {
        return at.build(() -> new Sctp(
                at.optional("port", JsonCursor::intNumber),
                at.optional("role", role -> role.constant(Sctp.Role.class))));
    }

    private static IceUdpTransport iceUdp(JsonCursor at) {
        return at.build(() -> new IceUdpTransport(
                at.optional("ufrag", JsonCursor::string),
                at.optional("pwd", JsonCursor::string),
                at.optional("ice-generation", JsonCursor::intAttribute),
                at.flag("rtcp-mux", false),
                at.list("candidates", Colibri2Reader::candidate),
                at.list("fingerprints", Colibri2Reader::fingerprint),
                at.list("web-sockets", JsonCursor::string)));
    }

    private static Candidate candidate(JsonCursor at) {
        Integer component = at.optional("component", JsonCursor::intAttribute);
        Integer generation = at.optional("generation", JsonCursor::intAttribute);
        Integer network = at.optional("network", JsonCursor::intAttribute);
        return at.build(() -> new Candidate(
                component == null ? 1 : component,
                at.require("foundation").attribute(),
                generation == null ? 0 : generation,
                at.optional("id", JsonCursor::attribute),
                at.require("ip").string(),
                network == null ? 0 : network,
                at.require("port").intAttribute(),
                at.require("priority").longAttribute(),
                at.require("protocol").string(),
                at.require("type").string(),
                at.optional("rel-addr", JsonCursor::string),
                at.optional("rel-port", JsonCursor::intAttribute),
                at.optional("tcptype", JsonCursor::string)));
    }

    private static Fingerprint fingerprint(JsonCursor at) {
        JsonCursor setup = at.find("setup");
        return at.build(() -> new Fingerprint(
                at.require("hash").string(),
                at.require("fingerprint").string(),
                setup == null ? null : setup.constantOrNull(DtlsSetup.class),
                at.flag("cryptex", false)));
    }

    private static MediaSource mediaSource(JsonCursor at) {
        return at.build(() -> new MediaSource(
                at.require("type").constant(MediaKind.class),
                at.require("id").string(),
                at.flag("synthetic", false),
                at.list("sources", Colibri2Reader::source),
                at.list("ssrc-groups", Colibri2Reader::ssrcGroup)));
    }

    private static Source source(JsonCursor at) {
        if (at.isNumber()) {
            return at.build(() -> new Source(at.longNumber(), null, null, null, Map.of()));
        }
        JsonCursor videoType = at.find("videoType");
        return at.build(() -> new Source(
                at.find("rid") != null && at.find("ssrc") == null
                        ? Source.NO_SSRC
                        : at.require("ssrc").longNumber(),
                at.optional("name", JsonCursor::string),
                videoType == null ? null : videoType.constantOrNull(VideoType.class),
                at.optional("rid", JsonCursor::string),
                parameters(at)));
    }

    private static SsrcGroup ssrcGroup(JsonCursor at) {
        List<Long> ssrcs = at.require("sources").entries(JsonCursor::longNumber);
        return at.build(() -> new SsrcGroup(at.require("semantics").string(), ssrcs));
    }

    private static Connect connect(JsonCursor at) {
        return at.build(() -> new Connect(
                at.optional("id", JsonCursor::string),
                at.optional("url", JsonCursor::string),
                at.optional("protocol", JsonCursor::string),
                at.optional("type", JsonCursor::string),
                at.flag("audio", false),
                at.flag("video", false),
                at.flag("create", false),
                at.flag("expire", false),
                at.map("headers", JsonCursor::string),
                at.optional("ping", Colibri2Reader::ping),
                at.listOrNull("exports", JsonCursor::string),
                at.listOrNull("requests", JsonCursor::string)));
    }

    private static Connect.Ping ping(JsonCursor at) {
        return new Connect.Ping(
                at.require("interval").intNumber(), at.require("timeout").intNumber());
    }
}
