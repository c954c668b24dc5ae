package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putIfTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Transport;

/** Mapping shared by endpoints and relays, in requests and in answers. */
final class EntityMapping {
    private EntityMapping() {}

    /** The object with these fields, to which the others are added. */
    static ObjectNode write(String id, boolean create, boolean expire, @Nullable Transport transport) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put("id", id);
        putIfTrue(out, "create", create);
        putIfTrue(out, "expire", expire);
        if (transport != null) {
            out.set("transport", TransportMapping.write(transport));
        }
        return out;
    }
}
