package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putIfNotEmpty;
import static org.starbridge.colibri.json.JsonFields.putIfPresent;
import static org.starbridge.colibri.json.JsonFields.putIfTrue;
import static org.starbridge.colibri.json.JsonFields.putWord;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.VideoType;

/** The {@code sources} of endpoints, relays and the bridge, with their SSRCs and SSRC groups. */
final class SourceMapping {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SourceMapping() {}

    static MediaSource read(JsonCursor at) {
        return at.build(() -> new MediaSource(
                at.require("type").constant(MediaKind.class),
                at.require("id").string(),
                at.flag("synthetic", false),
                at.list("sources", SourceMapping::readSource),
                at.list("ssrc-groups", SourceMapping::readGroup)));
    }

    static ObjectNode write(MediaSource source) {
        ObjectNode out = NODES.objectNode();
        putWord(out, "type", source.kind());
        out.put("id", source.id());
        putIfTrue(out, "synthetic", source.synthetic());
        putIfNotEmpty(out, "sources", source.sources(), SourceMapping::write);
        putIfNotEmpty(out, "ssrc-groups", source.ssrcGroups(), SourceMapping::write);
        return out;
    }

    private static Source readSource(JsonCursor at) {
        if (at.isNumber()) {
            return at.build(() -> new Source(at.longNumber(), null, null, null, Map.of()));
        }
        JsonCursor videoType = at.find("videoType");
        return at.build(() -> new Source(
                at.find("ssrc") == null && (at.find("rid") != null || at.find("mid") != null)
                        ? Source.NO_SSRC
                        : at.require("ssrc").longNumber(),
                at.optional("name", JsonCursor::string),
                videoType == null ? null : videoType.constantOrNull(VideoType.class),
                at.optional("rid", JsonCursor::string),
                at.optional("mid", JsonCursor::string),
                ParameterMapping.read(at)));
    }

    /** A source that has only its SSRC is a number. */
    private static JsonNode write(Source source) {
        if (source.name() == null
                && source.videoType() == null
                && source.rid() == null
                && source.mid() == null
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
        putIfPresent(out, "mid", source.mid());
        ParameterMapping.write(out, source.parameters());
        return out;
    }

    private static SsrcGroup readGroup(JsonCursor at) {
        List<Long> ssrcs = at.require("sources").entries(JsonCursor::longNumber);
        return at.build(() -> new SsrcGroup(at.require("semantics").string(), ssrcs));
    }

    private static ObjectNode write(SsrcGroup group) {
        ObjectNode out = NODES.objectNode().put("semantics", group.semantics());
        ArrayNode ssrcs = out.putArray("sources");
        for (long ssrc : group.ssrcs()) {
            ssrcs.add(ssrc);
        }
        return out;
    }
}
