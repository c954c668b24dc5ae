package org.starbridge.hammer.client.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;

/**
 * Message of one endpoint to another through the bridge: an {@code EndpointMessage} of about 300 bytes with its sender
 * and a number.
 *
 * @param sender the endpoint that said it
 * @param number from 0
 */
record NumberedMessage(String sender, int number) {
    /** Tells the Hammer's messages from those of others who may be in the room. */
    private static final String TYPE = "starbridge-hammer";

    private static final String PADDING = "as long as what browsers tell each other. ".repeat(4);
    private static final String PAYLOAD = "msgPayload";

    /** To be said by its sender. */
    EndpointMessage to(String receiver) {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        fields.putObject(PAYLOAD)
                .put("type", TYPE)
                .put("sender", sender)
                .put("number", number)
                .put("padding", PADDING);
        return new EndpointMessage(receiver, null, fields);
    }

    /** Returns whether a message is the Hammer's at all. */
    static boolean isOurs(EndpointMessage message) {
        return TYPE.equals(message.fields().path(PAYLOAD).path("type").asText());
    }

    /** The number of one that {@code sender} said and that arrived unchanged; -1 of any other. */
    static int numberOf(EndpointMessage message, String sender) {
        JsonNode payload = message.fields().path(PAYLOAD);
        boolean isWhole = sender.equals(message.from())
                && sender.equals(payload.path("sender").asText())
                && PADDING.equals(payload.path("padding").asText());
        return isWhole ? payload.path("number").asInt(-1) : -1;
    }
}
