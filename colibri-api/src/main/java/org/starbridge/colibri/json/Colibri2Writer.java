package org.starbridge.colibri.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Connect;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;

/** Records to JSON tree, one method per object of the protocol; the twin of {@link Colibri2Reader}. */
final class Colibri2Writer {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String ICE_UDP_NAMESPACE = "urn:xmpp:jingle:transports:ice-udp:1";

    private Colibri2Writer() {}

    static ObjectNode modify(ConferenceModify modify) {
        ObjectNode out = NODES.objectNode();
        out.put("meeting-id", modify.meetingId());
        putIfPresent(out, "name", modify.name());
        putIfTrue(out, "create", modify.create());
        putIfTrue(out, "expire", modify.expire());
        if (!modify.rtcstatsEnabled()) {
            out.put("rtcstats-enabled", false);
        }
        putIfNotEmpty(out, "endpoints", modify.endpoints(), Colibri2Writer::endpoint);
        putIfNotEmpty(out, "relays", modify.relays(), Colibri2Writer::relay);
        putIfPresent(out, "connects", modify.connects(), Colibri2Writer::connect);
        return out;
    }

    static ObjectNode modified(ConferenceModified modified) {
        ObjectNode out = NODES.objectNode();
        putIfNotEmpty(out, "endpoints", modified.endpoints(), Colibri2Writer::endpointModified);
        putIfNotEmpty(out, "relays", modified.relays(), Colibri2Writer::relayModified);
        putIfPresent(out, "sources", modified.sources(), Colibri2Writer::mediaSource);
        return out;
    }

    private static ObjectNode endpointModified(EndpointModified endpoint) {
        return entity(endpoint.id(), false, endpoint.expire(), endpoint.transport());
    }

    private static ObjectNode relayModified(RelayModified relay) {
        return entity(relay.id(), false, relay.expire(), relay.transport());
    }

    private static ObjectNode endpoint(EndpointModify endpoint) {
        ObjectNode out = entity(endpoint.id(), endpoint.create(), endpoint.expire(), endpoint.transport());
        putIfPresent(out, "stats-id", endpoint.statsId());
        putWord(out, "muc-role", endpoint.mucRole());
        putIfTrue(out, "diarize", endpoint.diarize());
        putIfNotEmpty(out, "medias", endpoint.medias(), Colibri2Writer::media);
        putIfPresent(out, "sources", endpoint.sources(), Colibri2Writer::mediaSource);
        if (endpoint.forceMute() != null) {
            out.putObject("force-mute")
                    .put("audio", endpoint.forceMute().audio())
                    .put("video", endpoint.forceMute().video());
        }
        if (endpoint.initialLastN() != null) {
            out.putObject("initial-last-n").put("value", endpoint.initialLastN());
        }
        putIfNotEmpty(out, "capabilities", List.copyOf(endpoint.capabilities()), NODES::textNode);
        return out;
    }

    private static ObjectNode relay(RelayModify relay) {
        ObjectNode out = entity(relay.id(), relay.create(), relay.expire(), relay.transport());
        putIfPresent(out, "mesh-id", relay.meshId());
        putIfNotEmpty(out, "medias", relay.medias(), Colibri2Writer::media);
        putIfPresent(out, "sources", relay.sources(), Colibri2Writer::mediaSource);
        putIfPresent(out, "endpoints", relay.endpoints(), Colibri2Writer::endpoint);
        return out;
    }

    private static ObjectNode entity(String id, boolean create, boolean expire, @Nullable Transport transport) {
        ObjectNode out = NODES.objectNode();
        out.put("id", id);
        putIfTrue(out, "create", create);
        putIfTrue(out, "expire", expire);
        if (transport != null) {
            out.set("transport", transport(transport));
        }
        return out;
    }

    private static ObjectNode media(Media media) {
        ObjectNode out = NODES.objectNode();
        putWord(out, "type", media.kind());
        putIfNotEmpty(out, "payload-types", media.payloadTypes(), Colibri2Writer::payloadType);
        putIfNotEmpty(
                out,
                "rtp-hdrexts",
                media.headerExtensions(),
                extension -> NODES.objectNode().put("id", extension.id()).put("uri", extension.uri()));
        putIfTrue(out, "extmap-allow-mixed", media.extmapAllowMixed());
        return out;
    }

    private static ObjectNode payloadType(PayloadType payloadType) {
        ObjectNode out = NODES.objectNode();
        putAttribute(out, "id", payloadType.id());
        putIfPresent(out, "name", payloadType.name());
        if (payloadType.clockRate() != 0) {
            putAttribute(out, "clockrate", payloadType.clockRate());
        }
        if (payloadType.channels() != 1) {
            putAttribute(out, "channels", payloadType.channels());
        }
        putParameters(out, payloadType.parameters());
        putIfNotEmpty(out, "rtcp-fbs", payloadType.rtcpFeedback(), feedback -> {
            ObjectNode fb = NODES.objectNode().put("type", feedback.type());
            putIfPresent(fb, "subtype", feedback.subtype());
            return fb;
        });
        return out;
    }

    private static ObjectNode transport(Transport transport) {
        ObjectNode out = NODES.objectNode();
        putIfTrue(out, "ice-controlling", transport.iceControlling());
        putIfTrue(out, "use-unique-port", transport.useUniquePort());
        putIfTrue(out, "ice-restart", transport.iceRestart());
        if (transport.iceUdp() != null) {
            out.set("transport", iceUdp(transport.iceUdp()));
        }
        if (transport.sctp() != null) {
            out.set("sctp", sctp(transport.sctp()));
        }
        return out;
    }

    private static ObjectNode sctp(Sctp sctp) {
        ObjectNode out = NODES.objectNode();
        if (sctp.port() != null) {
            out.put("port", sctp.port());
        }
        if (sctp.role() != null) {
            out.put("role", sctp.role().name());
        }
        return out;
    }

    private static ObjectNode iceUdp(IceUdpTransport ice) {
        ObjectNode out = NODES.objectNode();
        out.put("xmlns", ICE_UDP_NAMESPACE);
        putIfPresent(out, "ufrag", ice.ufrag());
        putIfPresent(out, "pwd", ice.pwd());
        putAttribute(out, "ice-generation", ice.iceGeneration());
        putIfTrue(out, "rtcp-mux", ice.rtcpMux());
        putIfNotEmpty(out, "fingerprints", ice.fingerprints(), Colibri2Writer::fingerprint);
        putIfNotEmpty(out, "candidates", ice.candidates(), Colibri2Writer::candidate);
        putIfNotEmpty(out, "web-sockets", ice.webSockets(), NODES::textNode);
        return out;
    }

    private static ObjectNode candidate(Candidate candidate) {
        ObjectNode out = NODES.objectNode();
        putAttribute(out, "component", candidate.component());
        out.put("foundation", candidate.foundation());
        putAttribute(out, "generation", candidate.generation());
        putIfPresent(out, "id", candidate.id());
        putAttribute(out, "network", candidate.network());
        out.put("ip", candidate.ip());
        putAttribute(out, "port", candidate.port());
        putAttribute(out, "priority", candidate.priority());
        out.put("protocol", candidate.protocol());
        out.put("type", candidate.type());
        putIfPresent(out, "rel-addr", candidate.relAddr());
        putAttribute(out, "rel-port", candidate.relPort());
        putIfPresent(out, "tcptype", candidate.tcpType());
        return out;
    }

    private static ObjectNode fingerprint(Fingerprint fingerprint) {
        ObjectNode out = NODES.objectNode();
        out.put("fingerprint", fingerprint.value());
        out.put("hash", fingerprint.hash());
        putWord(out, "setup", fingerprint.setup());
        putIfTrue(out, "cryptex", fingerprint.cryptex());
        return out;
    }

    private static ObjectNode mediaSource(MediaSource source) {
        ObjectNode out = NODES.objectNode();
        putWord(out, "type", source.kind());
        out.put("id", source.id());
        putIfTrue(out, "synthetic", source.synthetic());
        putIfNotEmpty(out, "sources", source.sources(), Colibri2Writer::source);
        putIfNotEmpty(out, "ssrc-groups", source.ssrcGroups(), Colibri2Writer::ssrcGroup);
        return out;
    }

    private static JsonNode source(Source source) {
        if (source.name() == null
                && source.videoType() == null
                && source.rid() == null
                && source.parameters().isEmpty()) {
            return NODES.numberNode(source.ssrc());
        }
        ObjectNode out = NODES.objectNode();
        if (source.hasSsrc()) {
            out.put("ssrc", source.ssrc());
        }
        putIfPresent(out, "name", source.name());
        putWord(out, "videoType", source.videoType());
        putIfPresent(out, "rid", source.rid());
        putParameters(out, source.parameters());
        return out;
    }

    private static ObjectNode ssrcGroup(SsrcGroup group) {
        ObjectNode out = NODES.objectNode().put("semantics", group.semantics());
        ArrayNode ssrcs = out.putArray("sources");
        for (long ssrc : group.ssrcs()) {
            ssrcs.add(ssrc);
        }
        return out;
    }

    private static ObjectNode connect(Connect connect) {
        ObjectNode out = NODES.objectNode();
        putIfPresent(out, "id", connect.id());
        putIfPresent(out, "url", connect.url());
        putIfPresent(out, "protocol", connect.protocol());
        putIfPresent(out, "type", connect.type());
        putIfTrue(out, "audio", connect.audio());
        putIfTrue(out, "video", connect.video());
        putIfTrue(out, "create", connect.create());
        putIfTrue(out, "expire", connect.expire());
        if (!connect.headers().isEmpty()) {
            ObjectNode headers = out.putObject("headers");
            connect.headers().forEach(headers::put);
        }
        if (connect.ping() != null) {
            out.putObject("ping")
                    .put("interval", connect.ping().intervalMs())
                    .put("timeout", connect.ping().timeoutMs());
        }
        putIfPresent(out, "exports", connect.exports(), NODES::textNode);
        putIfPresent(out, "requests", connect.requests(), NODES::textNode);
        return out;
    }

    private static void putParameters(ObjectNode out, Map<String, String> parameters) {
        if (!parameters.isEmpty()) {
            ObjectNode object = out.putObject("parameters");
            parameters.forEach((name, value) -> object.put(name.equals(PayloadType.NAMELESS) ? "null" : name, value));
        }
    }

    private static void putIfTrue(ObjectNode out, String key, boolean value) {
        if (value) {
            out.put(key, true);
        }
    }

    private static void putIfPresent(ObjectNode out, String key, @Nullable String value) {
        if (value != null) {
            out.put(key, value);
        }
    }

    /** Numbers that are XML attributes are strings here, as the library writes what came from XML. */
    private static void putAttribute(ObjectNode out, String key, @Nullable Number value) {
        if (value != null) {
            out.put(key, value.toString());
        }
    }

    private static void putWord(ObjectNode out, String key, @Nullable Enum<?> value) {
        if (value != null) {
            out.put(key, value.name().toLowerCase(Locale.ROOT));
        }
    }

    private static <T> void putIfNotEmpty(
            ObjectNode out, String key, List<T> list, Function<? super T, ? extends JsonNode> writer) {
        if (!list.isEmpty()) {
            putIfPresent(out, key, list, writer);
        }
    }

    private static <T> void putIfPresent(
            ObjectNode out, String key, @Nullable List<T> list, Function<? super T, ? extends JsonNode> writer) {
        if (list != null) {
            ArrayNode array = out.putArray(key);
            for (T entry : list) {
                array.add(writer.apply(entry));
            }
        }
    }
}
