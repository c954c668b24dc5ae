package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SsrcCount;
import org.starbridge.hammer.series.RunSeries;
import org.starbridge.hammer.series.SeriesText;

/** A run's result as a JSON object. The keys are for programs to rely on; new ones may be added. Stateless. */
public final class JsonReport {
    private JsonReport() {}

    /** The object of a run, and the series, as text. */
    public static String write(ObjectNode run, RunSeries series) {
        ObjectNode json = run.deepCopy();
        json.set("series", SeriesText.json(series));
        return json.toPrettyString() + "\n";
    }

    /** The object; {@code cutShort} is why the run ended before its time, null if it did not. */
    public static ObjectNode toJson(RunReport report, Attacks attacks, Verdict verdict, @Nullable String cutShort) {
        ObjectNode json = toJson(report);
        json.set("verdict", verdict.toJson());
        json.put("cutShort", cutShort);
        attacks.putTo(json);
        return json;
    }

    /** The object of a run without attacks. */
    public static ObjectNode toJson(RunReport report) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("passed", report.passed());
        report.scenario().putTo(json);
        json.put("seconds", report.seconds());
        json.set("selection", JsonFigure.orNull(report.selection()));
        json.set("ssrcRewriting", AnnotatedJson.of(SsrcCount.ofAll(report.receivers())));
        json.set(
                "encodingsSent",
                AnnotatedJson.of(SentEncodings.of(report.receivers()).all()));
        json.put("couplesExpected", report.couplesExpected());
        json.put("couplesReceived", report.couplesReceived());
        json.put("packetsSent", report.packetsSent());
        json.put("packetsExpected", report.packetsExpected());
        json.put("packetsReceived", report.packetsReceived());
        json.put("packetsLost", report.packetsLost());
        json.put("packetsRecovered", report.packetsRecovered());
        json.put("kernelDrops", report.kernelDrops());
        json.put("duplicates", report.duplicates());
        json.set("faults", AnnotatedJson.of(report.faults()));
        json.put("reordered", report.reordered());
        json.put("contentErrors", report.contentErrors());
        json.set("reportedTimes", AnnotatedJson.of(report.reportedTimes()));
        json.set("keyFrames", JsonFigure.orNull(report.keyFrames()));
        json.put("payloadsCompared", report.payloadsCompared());
        json.put("sampleEvery", report.sampleEvery());
        json.put("senderBitrateBps", Math.round(report.senderBitrateBps()));
        ResourceJson.putBridge(json, report);
        json.set("delayNanos", Delays.toJson(report.delays()));
        Delays.putFanOut(json, report.fanOut());
        report.joins().putTo(json);
        json.set("messages", JsonFigure.orNull(report.messages()));
        json.set("relays", JsonFigure.orNull(report.relays()));
        ResourceJson.putHammer(json, report);
        ArrayNode endpoints = json.putArray("endpoints");
        report.receivers().forEach(receiver -> endpoints.add(endpoint(receiver)));
        ArrayNode warnings = json.putArray("warnings");
        report.warnings().forEach(warnings::add);
        return json;
    }

    private static ObjectNode endpoint(ReceiverCount receiver) {
        ObjectNode json = AnnotatedJson.object(receiver);
        LinkCount link = receiver.link();
        json.set("link", link == null ? json.nullNode() : Links.toJson(link));
        return json;
    }
}
