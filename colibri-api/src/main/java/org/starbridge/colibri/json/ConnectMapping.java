package org.starbridge.colibri.json;

import static org.starbridge.colibri.json.JsonFields.putIfPresent;
import static org.starbridge.colibri.json.JsonFields.putIfTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Connect;

/** The {@code connects} of a conference: WebSocket connections that take its media elsewhere. */
final class ConnectMapping {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ConnectMapping() {}

    static Connect read(JsonCursor at) {
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
                ping(at),
                at.listOrNull("exports", JsonCursor::string),
                at.listOrNull("requests", JsonCursor::string)));
    }

    /** With one member missing it is none, as Jitsi Videobridge has it. */
    private static Connect.@Nullable Ping ping(JsonCursor at) {
        JsonCursor ping = at.find("ping");
        boolean isWhole = ping != null && ping.find("interval") != null && ping.find("timeout") != null;
        return isWhole ? at.optional("ping", ConnectMapping::readPing) : null;
    }

    private static Connect.Ping readPing(JsonCursor at) {
        return new Connect.Ping(
                at.require("interval").intNumber(), at.require("timeout").intNumber());
    }

    static ObjectNode write(Connect connect) {
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
}
