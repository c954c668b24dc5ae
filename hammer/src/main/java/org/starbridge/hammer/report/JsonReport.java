package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.KernelDrops;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.result.SelectionCount;
import org.starbridge.hammer.client.result.SsrcCount;

/** A run's result as a JSON object. The keys are for programs to rely on; new ones may be added. Stateless. */
public final class JsonReport {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonReport() {}

    /** The object as text, indented; {@code hostile} is null if nobody attacked, {@code soak} if nobody paused. */
    public static String write(RunReport report, @Nullable HostileReport hostile, @Nullable SoakReport soak) {
        ObjectNode json = toJson(report);
        if (hostile != null) {
            json.set("hostile", hostile.toJson());
        }
        if (soak != null) {
            json.set("soak", soak.toJson());
        }
        return json.toPrettyString() + "\n";
    }

    /** The object. */
    public static ObjectNode toJson(RunReport report) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("passed", report.passed());
        Scenario scenario = report.scenario();
        json.put("k", scenario.endpoints());
        json.put("senders", scenario.senders());
        json.put("receivers", scenario.receivers());
        json.put("kinds", scenario.kinds());
        json.put("warmUpSeconds", scenario.warmUpSeconds());
        json.put("seconds", report.seconds());
        json.put("encodings", scenario.encodings());
        json.put("lastN", scenario.request().lastN());
        json.put("maxHeight", scenario.request().maxHeightPx());
        Selection selection = report.selection();
        json.set("selection", selection == null ? NODES.nullNode() : selection.toJson());
        json.set("ssrcRewriting", ssrcs(report.ssrcs()));
        json.put("senderConstraintsObeyed", scenario.senderConstraints() == SenderConstraints.OBEYED);
        json.set("encodingsSent", SentEncodings.of(report.receivers()).toJson());
        json.put("couplesExpected", report.couplesExpected());
        json.put("couplesReceived", report.couplesReceived());
        json.put("packetsSent", report.packetsSent());
        json.put("packetsExpected", report.packetsExpected());
        json.put("packetsReceived", report.packetsReceived());
        json.put("packetsLost", report.packetsLost());
        json.put("packetsRecovered", report.packetsRecovered());
        json.put("kernelDrops", report.kernelDrops());
        json.put("duplicates", report.duplicates());
        json.put("reordered", report.reordered());
        json.put("contentErrors", report.contentErrors());
        json.set("reportedTimes", reportedTimes(report.reportedTimes()));
        KeyFrames keyFrames = report.keyFrames();
        json.set("keyFrames", keyFrames == null ? NODES.nullNode() : keyFrames.toJson());
        json.put("payloadsCompared", report.payloadsCompared());
        json.put("sampleEvery", report.sampleEvery());
        json.put("senderBitrateBps", Math.round(report.senderBitrateBps()));
        json.put("bridgeVersion", report.bridgeVersion());
        json.put("bridgeCpuMicrosPerForwardedPacket", report.bridgeCpuMicrosPerForwardedPacket());
        json.put("bridgeCpuUserMicrosPerForwardedPacket", report.bridgeUserMicrosPerForwardedPacket());
        json.put("bridgeCpuSystemMicrosPerForwardedPacket", report.bridgeSystemMicrosPerForwardedPacket());
        BridgeUse bridge = report.bridge();
        json.put("bridgeCpuNanos", bridge.cpuNs());
        json.put("bridgeCpuUserNanos", bridge.userNs());
        json.put("bridgeCpuSystemNanos", bridge.systemNs());
        ObjectNode threads = json.putObject("bridgeThreadNanos");
        bridge.threads().forEach(threads::put);
        json.put("bridgeRssBytes", bridge.rssBytes());
        json.put("bridgePeakRssBytes", bridge.peakRssBytes());
        json.put("bridgeStartNanos", bridge.startNs());
        json.put("bridgeCpus", bridge.cpus());
        json.put("bridgeAllocatedBytesPerForwardedPacket", report.bridgeAllocatedBytesPerForwardedPacket());
        json.put("bridgeGcCount", report.bridgeGrown("gc_count"));
        json.put("bridgeGcPauseMaxMillis", report.bridgeLast("gc_pause_max_ms"));
        json.set("bridgeStats", bridgeStats(bridge.stats()));
        json.set("delayNanos", delays(report.delays()));
        FanOut fanOut = report.fanOut();
        json.set("delayFirstReceiverNanos", delays(fanOut == null ? null : fanOut.first()));
        json.set("delayLastReceiverNanos", delays(fanOut == null ? null : fanOut.last()));
        json.set("delaySpreadNanos", delays(fanOut == null ? null : fanOut.spread()));
        json.set("joinBurst", joinBurst(report.joinBurst()));
        Messages messages = report.messages();
        json.set("messages", messages == null ? NODES.nullNode() : messages.toJson());
        putHammer(json, report);
        ArrayNode endpoints = json.putArray("endpoints");
        report.receivers().forEach(receiver -> endpoints.add(endpoint(receiver)));
        ArrayNode warnings = json.putArray("warnings");
        report.warnings().forEach(warnings::add);
        return json;
    }

    private static void putHammer(ObjectNode json, RunReport report) {
        HammerUse hammer = report.hammer();
        json.put("hammerSaturated", report.hammerSaturated());
        ArrayNode saturation = json.putArray("hammerSaturation");
        report.saturation().forEach(saturation::add);
        json.put("hammerCpuMicrosPerReceivedPacket", report.hammerCpuMicrosPerReceivedPacket());
        json.put("hammerCpuNanos", hammer.cpuNs());
        json.put("hammerBusiestDriver", hammer.busiestDriver());
        json.put("hammerPacketsLate", report.packetsLate());
        json.set("hammerLatenessNanos", delays(hammer.lateness()));
        json.put("hammerProcessors", hammer.processors());
        json.put("hammerCpus", hammer.cpus());
        json.put("hammerCrypto", hammer.crypto());
        KernelDrops drops = hammer.kernelDrops();
        ObjectNode kernel = json.putObject("machineKernelDrops");
        kernel.put("backlog", drops == null ? null : (Long) drops.backlog());
        kernel.put("receiveBuffers", drops == null ? null : (Long) drops.receiveBuffers());
        kernel.put("sendBuffers", drops == null ? null : (Long) drops.sendBuffers());
        kernel.put("memory", drops == null ? null : (Long) drops.memory());
    }

    private static JsonNode bridgeStats(@Nullable BridgeStats stats) {
        if (stats == null) {
            return NODES.nullNode();
        }
        ObjectNode json = NODES.objectNode();
        json.set("difference", stats.difference());
        json.set("before", stats.before());
        json.set("after", stats.after());
        return json;
    }

    private static JsonNode ssrcs(@Nullable SsrcCount ssrcs) {
        if (ssrcs == null) {
            return NODES.nullNode();
        }
        ObjectNode json = NODES.objectNode();
        json.put("mapped", ssrcs.mapped());
        json.put("moved", ssrcs.moved());
        return json;
    }

    private static JsonNode joinBurst(@Nullable JoinBurst burst) {
        if (burst == null) {
            return NODES.nullNode();
        }
        ObjectNode json = NODES.objectNode();
        json.put("joined", burst.joinNs().size());
        json.put("seconds", burst.seconds());
        json.put("joinMillisP50", burst.joinNs(0.5) / 1e6);
        json.put("joinMillisP99", burst.joinNs(0.99) / 1e6);
        json.set("delayBeforeNanos", delays(burst.before()));
        json.set("delayDuringNanos", delays(burst.during()));
        json.set("delayAfterNanos", delays(burst.after()));
        return json;
    }

    private static ObjectNode delays(@Nullable Delays delays) {
        ObjectNode json = NODES.objectNode();
        json.put("samples", delays == null ? 0 : delays.samples());
        json.put("p50", delays == null ? null : (Long) delays.p50Ns());
        json.put("p99", delays == null ? null : (Long) delays.p99Ns());
        json.put("p999", delays == null ? null : (Long) delays.p999Ns());
        json.put("max", delays == null ? null : (Long) delays.maxNs());
        return json;
    }

    private static ObjectNode reportedTimes(ReportedTimes times) {
        ObjectNode json = NODES.objectNode();
        json.put("streams", times.streams());
        json.put("streamsWithoutSenderReport", times.unreported());
        json.put("latestFirstSenderReportMs", times.latestFirstNs() / 1e6);
        json.put("worstOffsetMs", times.worstOffsetNs() / 1e6);
        json.put("feedbackReceived", times.feedbackReceived());
        json.put("feedbackMissing", times.feedbackMissing());
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
        json.set("ssrcRewriting", ssrcs(receiver.ssrcs()));
        json.set("encodingsSent", SentEncodings.toJson(receiver.encodings()));
        LinkCount link = receiver.link();
        json.set("link", link == null ? NODES.nullNode() : Links.toJson(link));
        json.put("channelEnd", receiver.channelEnd());
        ArrayNode missing = json.putArray("missing");
        receiver.missing().forEach(missing::add);
        return json;
    }
}
