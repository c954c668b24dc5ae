package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putIfNotEmpty;
import static org.starbridge.colibri.json.JsonFields.putIfPresent;
import static org.starbridge.colibri.json.JsonFields.putIfTrue;
import static org.starbridge.colibri.json.JsonFields.putWord;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.MucRole;

/** One of the {@code endpoints} of a request or an answer. */
final class EndpointMapping {
    private EndpointMapping() {}

    static EndpointModify readModify(JsonCursor at) {
        return at.build(() -> new EndpointModify(
                at.require("id").string(),
                at.flag("create", false),
                at.flag("expire", false),
                at.optional("stats-id", JsonCursor::string),
                at.optional("muc-role", role -> role.constant(MucRole.class)),
                at.flag("diarize", false),
                at.list("medias", MediaMapping::read),
                at.optional("transport", TransportMapping::read),
                at.listOrNull("sources", SourceMapping::read),
                at.optional("force-mute", EndpointMapping::readForceMute),
                at.optional("initial-last-n", lastN -> lastN.require("value").intNumberFrom(-1)),
                new LinkedHashSet<>(at.list("capabilities", JsonCursor::string))));
    }

    private static ForceMute readForceMute(JsonCursor at) {
        return new ForceMute(at.flag("audio", false), at.flag("video", false));
    }

    static ObjectNode write(EndpointModify endpoint) {
        ObjectNode out = EntityMapping.write(endpoint.id(), endpoint.create(), endpoint.expire(), endpoint.transport());
        putIfPresent(out, "stats-id", endpoint.statsId());
        putWord(out, "muc-role", endpoint.mucRole());
        putIfTrue(out, "diarize", endpoint.diarize());
        putIfNotEmpty(out, "medias", endpoint.medias(), MediaMapping::write);
        putIfPresent(out, "sources", endpoint.sources(), SourceMapping::write);
        if (endpoint.forceMute() != null) {
            out.putObject("force-mute")
                    .put("audio", endpoint.forceMute().audio())
                    .put("video", endpoint.forceMute().video());
        }
        if (endpoint.initialLastN() != null) {
            out.putObject("initial-last-n").put("value", endpoint.initialLastN());
        }
        putIfNotEmpty(out, "capabilities", List.copyOf(endpoint.capabilities()), JsonNodeFactory.instance::textNode);
        return out;
    }

    static EndpointModified readModified(JsonCursor at) {
        return at.build(() -> new EndpointModified(
                at.require("id").string(), at.flag("expire", false), at.optional("transport", TransportMapping::read)));
    }

    static ObjectNode write(EndpointModified endpoint) {
        return EntityMapping.write(endpoint.id(), false, endpoint.expire(), endpoint.transport());
    }
}
