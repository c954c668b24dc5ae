package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putAttribute;
import static org.starbridge.colibri.json.JsonFields.putIfNotEmpty;
import static org.starbridge.colibri.json.JsonFields.putIfPresent;
import static org.starbridge.colibri.json.JsonFields.putIfTrue;
import static org.starbridge.colibri.json.JsonFields.putWord;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RtcpFeedback;
import org.starbridge.colibri.RtpHeaderExtension;

/** The {@code medias} of endpoints and relays: payload types and header extensions. */
final class MediaMapping {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private MediaMapping() {}

    static Media read(JsonCursor at) {
        // The element has no value in XML: its presence counts, whatever the boolean says.
        Boolean extmapAllowMixed = at.optional("extmap-allow-mixed", JsonCursor::bool);
        return at.build(() -> new Media(
                at.require("type").constant(MediaKind.class),
                at.list("payload-types", MediaMapping::readPayloadType),
                at.list("rtp-hdrexts", MediaMapping::readHeaderExtension),
                extmapAllowMixed != null));
    }

    static ObjectNode write(Media media) {
        ObjectNode out = NODES.objectNode();
        putWord(out, "type", media.kind());
        putIfNotEmpty(out, "payload-types", media.payloadTypes(), MediaMapping::write);
        putIfNotEmpty(out, "rtp-hdrexts", media.headerExtensions(), MediaMapping::write);
        putIfTrue(out, "extmap-allow-mixed", media.extmapAllowMixed());
        return out;
    }

    private static PayloadType readPayloadType(JsonCursor at) {
        Integer clockRate = at.optional("clockrate", JsonCursor::intAttribute);
        Integer channels = at.optional("channels", JsonCursor::intAttribute);
        return at.build(() -> new PayloadType(
                at.require("id").intAttribute(),
                at.optional("name", JsonCursor::string),
                clockRate == null ? 0 : clockRate,
                channels == null ? 1 : channels,
                ParameterMapping.read(at),
                at.list("rtcp-fbs", MediaMapping::readFeedback)));
    }

    private static ObjectNode write(PayloadType payloadType) {
        ObjectNode out = NODES.objectNode();
        putAttribute(out, "id", payloadType.id());
        putIfPresent(out, "name", payloadType.name());
        if (payloadType.clockRate() != 0) {
            putAttribute(out, "clockrate", payloadType.clockRate());
        }
        if (payloadType.channels() != 1) {
            putAttribute(out, "channels", payloadType.channels());
        }
        ParameterMapping.write(out, payloadType.parameters());
        putIfNotEmpty(out, "rtcp-fbs", payloadType.rtcpFeedback(), MediaMapping::write);
        return out;
    }

    private static RtcpFeedback readFeedback(JsonCursor at) {
        return at.build(
                () -> new RtcpFeedback(at.require("type").string(), at.optional("subtype", JsonCursor::string)));
    }

    private static ObjectNode write(RtcpFeedback feedback) {
        ObjectNode out = NODES.objectNode().put("type", feedback.type());
        putIfPresent(out, "subtype", feedback.subtype());
        return out;
    }

    private static RtpHeaderExtension readHeaderExtension(JsonCursor at) {
        return at.build(() -> new RtpHeaderExtension(
                at.require("id").intNumber(), at.require("uri").string()));
    }

    private static ObjectNode write(RtpHeaderExtension extension) {
        return NODES.objectNode().put("id", extension.id()).put("uri", extension.uri());
    }
}
