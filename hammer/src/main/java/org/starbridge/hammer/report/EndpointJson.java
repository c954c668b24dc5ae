package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.result.SelectionCount;
import org.starbridge.hammer.client.result.SsrcCount;

/** Counts of endpoints, as JSON. Stateless. */
final class EndpointJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private EndpointJson() {}

    /** One endpoint. */
    static ObjectNode of(ReceiverCount receiver) {
        ObjectNode json = NODES.objectNode();
        json.put("id", receiver.id());
        json.put("couplesReceived", receiver.couples());
        json.put("packetsSent", receiver.packetsSent());
        json.put("packetsExpected", receiver.packetsExpected());
        json.put("packetsReceived", receiver.packetsReceived());
        json.put("packetsLost", receiver.packetsLost());
        json.put("packetsRecovered", receiver.packetsRecovered());
        json.put("kernelDrops", receiver.kernelDrops());
        json.put("duplicates", receiver.duplicates());
        json.put("reordered", receiver.reordered());
        json.put("contentErrors", receiver.contentErrors());
        json.put("shiftChanges", receiver.shiftChanges());
        json.put("unknownSsrc", receiver.unknownSsrc());
        json.put("nacksReceived", receiver.nacks());
        json.put("keyFrameRequests", receiver.keyFrameRequests());
        json.put("sendFailures", receiver.sendFailures());
        json.put("receiveBufferBytes", receiver.receiveBufferBytes());
        SelectionCount selection = receiver.selection();
        json.set("selection", selection == null ? NODES.nullNode() : Selection.toJson(selection));
        json.set("ssrcRewriting", of(receiver.ssrcs()));
        json.set("encodingsSent", SentEncodings.toJson(receiver.encodings()));
        LinkCount link = receiver.link();
        json.set("link", link == null ? NODES.nullNode() : Links.toJson(link));
        json.put("channelEnd", receiver.channelEnd());
        ArrayNode missing = json.putArray("missing");
        receiver.missing().forEach(missing::add);
        return json;
    }

    /** SSRCs of the bridge's own, of one endpoint or of all. */
    static JsonNode of(@Nullable SsrcCount ssrcs) {
        if (ssrcs == null) {
            return NODES.nullNode();
        }
        ObjectNode json = NODES.objectNode();
        json.put("mapped", ssrcs.mapped());
        json.put("moved", ssrcs.moved());
        return json;
    }

    /** Returns what sender reports and transport-wide feedback said, to one endpoint or to all. */
    static ObjectNode of(ReportedTimes times) {
        ObjectNode json = NODES.objectNode();
        json.put("streams", times.streams());
        json.put("streamsWithoutSenderReport", times.unreported());
        json.put("latestFirstSenderReportMs", times.latestFirstNs() / 1e6);
        json.put("worstOffsetMs", times.worstOffsetNs() / 1e6);
        json.put("feedbackReceived", times.feedbackReceived());
        json.put("feedbackMissing", times.feedbackMissing());
        return json;
    }
}
