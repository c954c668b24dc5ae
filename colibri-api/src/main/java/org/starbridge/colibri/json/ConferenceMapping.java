package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putIfNotEmpty;
import static org.starbridge.colibri.json.JsonFields.putIfPresent;
import static org.starbridge.colibri.json.JsonFields.putIfTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/**
 * Requests and answers as JSON trees: {@code read} methods make records, {@code write} methods make trees. Each object
 * of the protocol has its class with both. Reading throws {@link JsonFaultException}.
 */
final class ConferenceMapping {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ConferenceMapping() {}

    /**
     * Reads a request.
     *
     * @param meetingIdFromPath the conference that the URL names; null when the body must name it
     * @param skipped null to refuse every invalid value, see {@link JsonCursor#forgiving}
     */
    static ConferenceModify readModify(
            JsonCursor at, @Nullable String meetingIdFromPath, @Nullable Consumer<String> skipped) {
        String meetingId = meetingId(at, meetingIdFromPath);
        return at.build(() -> new ConferenceModify(
                meetingId,
                at.optional("name", JsonCursor::string),
                at.flag("create", false),
                at.flag("expire", false),
                at.flag("rtcstats-enabled", true),
                at.list("endpoints", endpoint -> EndpointMapping.readModify(forgivingUnlessCreated(endpoint, skipped))),
                at.list("relays", RelayMapping::readModify),
                forgivingUnlessCreated(at, skipped).listOrNull("connects", ConnectMapping::read)));
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

    static ObjectNode write(ConferenceModify modify) {
        ObjectNode out = NODES.objectNode();
        out.put("meeting-id", modify.meetingId());
        putIfPresent(out, "name", modify.name());
        putIfTrue(out, "create", modify.create());
        putIfTrue(out, "expire", modify.expire());
        if (!modify.rtcstatsEnabled()) {
            out.put("rtcstats-enabled", false);
        }
        putIfNotEmpty(out, "endpoints", modify.endpoints(), EndpointMapping::write);
        putIfNotEmpty(out, "relays", modify.relays(), RelayMapping::write);
        putIfPresent(out, "connects", modify.connects(), ConnectMapping::write);
        return out;
    }

    static ConferenceModified readModified(JsonCursor at) {
        return at.build(() -> new ConferenceModified(
                at.list("endpoints", EndpointMapping::readModified),
                at.list("relays", RelayMapping::readModified),
                at.listOrNull("sources", SourceMapping::read)));
    }

    static ObjectNode write(ConferenceModified modified) {
        ObjectNode out = NODES.objectNode();
        putIfNotEmpty(out, "endpoints", modified.endpoints(), EndpointMapping::write);
        putIfNotEmpty(out, "relays", modified.relays(), RelayMapping::write);
        putIfPresent(out, "sources", modified.sources(), SourceMapping::write);
        return out;
    }
}
