package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.ReceiverCount;

/** A run's result as a JSON object. The keys are for programs to rely on; new ones may be added. Stateless. */
public final class JsonReport {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonReport() {}

    /** The object as text, indented; {@code hostile} is null if nobody attacked. */
    public static String write(RunReport report, @Nullable HostileReport hostile) {
        ObjectNode json = toJson(report);
        if (hostile != null) {
            json.set("hostile", hostile.toJson());
        }
        return json.toPrettyString() + "\n";
    }

    static ObjectNode toJson(RunReport report) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("passed", report.passed());
        json.put("k", report.k());
        json.put("seconds", report.seconds());
        json.put("couplesExpected", report.couplesExpected());
        json.put("couplesReceived", report.couplesReceived());
        json.put("packetsSent", report.packetsSent());
        json.put("packetsExpected", report.packetsExpected());
        json.put("packetsReceived", report.packetsReceived());
        json.put("packetsLost", report.packetsLost());
        json.put("kernelDrops", report.kernelDrops());
        json.put("duplicates", report.duplicates());
        json.put("reordered", report.reordered());
        json.put("contentErrors", report.contentErrors());
        json.put("payloadsCompared", report.payloadsCompared());
        json.put("sampleEvery", report.sampleEvery());
        json.put("senderBitrateBps", Math.round(report.senderBitrateBps()));
        json.put("bridgeVersion", report.bridgeVersion());
        json.put("bridgeCpuMicrosPerForwardedPacket", report.bridgeCpuMicrosPerForwardedPacket());
        json.put("bridgeCpuNanos", report.bridgeCpuNs());
        json.put("bridgeRssBytes", report.bridgeRssBytes());
        json.put("bridgePeakRssBytes", report.bridgePeakRssBytes());
        json.put("bridgeStartNanos", report.bridgeStartNs());
        json.set("delayNanos", delays(report));
        json.put("hammerSaturated", report.hammerSaturated());
        json.put("hammerCpuMicrosPerReceivedPacket", report.hammerCpuMicrosPerReceivedPacket());
        json.put("hammerBusiestDriver", report.busiestDriver());
        json.put("hammerPacketsLate", report.packetsLate());
        json.put("hammerCrypto", report.crypto());
        ArrayNode endpoints = json.putArray("endpoints");
        report.receivers().forEach(receiver -> endpoints.add(endpoint(receiver)));
        ArrayNode warnings = json.putArray("warnings");
        report.warnings().forEach(warnings::add);
        return json;
    }

    private static ObjectNode delays(RunReport report) {
        ObjectNode json = NODES.objectNode();
        RunReport.Delays delays = report.delays();
        json.put("samples", delays == null ? 0 : delays.samples());
        json.put("p50", delays == null ? null : (Long) delays.p50Ns());
        json.put("p99", delays == null ? null : (Long) delays.p99Ns());
        json.put("max", delays == null ? null : (Long) delays.maxNs());
        return json;
    }

    private static ObjectNode endpoint(ReceiverCount receiver) {
        ObjectNode json = NODES.objectNode();
        json.put("id", receiver.id());
        json.put("couplesReceived", receiver.couples());
        json.put("packetsSent", receiver.packetsSent());
        json.put("packetsExpected", receiver.packetsExpected());
        json.put("packetsReceived", receiver.packetsReceived());
        json.put("packetsLost", receiver.packetsLost());
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
        ArrayNode missing = json.putArray("missing");
        receiver.missing().forEach(missing::add);
        return json;
    }
}
