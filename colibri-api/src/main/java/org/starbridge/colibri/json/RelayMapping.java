package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putIfNotEmpty;
import static org.starbridge.colibri.json.JsonFields.putIfPresent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;

/** One of the {@code relays} of a request or an answer. */
final class RelayMapping {
    private RelayMapping() {}

    static RelayModify readModify(JsonCursor at) {
        return at.build(() -> new RelayModify(
                at.require("id").string(),
                at.flag("create", false),
                at.flag("expire", false),
                at.optional("mesh-id", JsonCursor::string),
                at.list("medias", MediaMapping::read),
                at.optional("transport", TransportMapping::read),
                at.listOrNull("sources", SourceMapping::read),
                at.listOrNull("endpoints", EndpointMapping::readModify)));
    }

    static ObjectNode write(RelayModify relay) {
        ObjectNode out = EntityMapping.write(relay.id(), relay.create(), relay.expire(), relay.transport());
        putIfPresent(out, "mesh-id", relay.meshId());
        putIfNotEmpty(out, "medias", relay.medias(), MediaMapping::write);
        putIfPresent(out, "sources", relay.sources(), SourceMapping::write);
        putIfPresent(out, "endpoints", relay.endpoints(), EndpointMapping::write);
        return out;
    }

    static RelayModified readModified(JsonCursor at) {
        return at.build(() -> new RelayModified(
                at.require("id").string(), at.flag("expire", false), at.optional("transport", TransportMapping::read)));
    }

    static ObjectNode write(RelayModified relay) {
        return EntityMapping.write(relay.id(), false, relay.expire(), relay.transport());
    }
}
