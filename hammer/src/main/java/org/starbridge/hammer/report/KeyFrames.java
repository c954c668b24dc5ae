package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.KeyFrameCount;
import org.starbridge.hammer.client.result.ReceiverCount;

/**
 * Results of key frames of which packets were left out at first. Immutable.
 *
 * @param count of all endpoints together
 * @param expected key frames that should have come whole, at all receivers of them
 */
record KeyFrames(KeyFrameCount count, long expected) implements JsonFigure {
    /** Null if nothing was left out on purpose. */
    static @Nullable KeyFrames of(List<ReceiverCount> receivers) {
        KeyFrameCount sum = null;
        for (ReceiverCount receiver : receivers) {
            KeyFrameCount each = receiver.keyFrames();
            if (each != null) {
                sum = sum == null ? each : sum.plus(each);
            }
        }
        return sum == null ? null : new KeyFrames(sum, sum.sent() * (receivers.size() - 1));
    }

    /** Returns whether the bridge asked for what was left out, for nothing else, and all have every key frame. */
    boolean isRight() {
        return problems().isEmpty();
    }

    /** Returns what is wrong, each a part of a sentence. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (count.leftOut() == 0) {
            problems.add("no key frame was sent from which a packet could be omitted");
        }
        if (count.askedFor() < count.leftOut()) {
            problems.add(format(
                    "the bridge did not request %,d of %,d packets omitted from key frames",
                    count.leftOut() - count.askedFor(), count.leftOut()));
        }
        if (count.askedBeside() > 0) {
            problems.add(format("the bridge requested packets %,d times that were not omitted", count.askedBeside()));
        }
        if (count.complete() != expected) {
            problems.add(format("%,d of %,d key frames arrived complete", count.complete(), expected));
        }
        return problems;
    }

    /** A line of the table. */
    String line() {
        return format(
                "%,d of %,d arrived complete; %,d of %,d omitted packets were requested, and %,d others",
                count.complete(), expected, count.askedFor(), count.leftOut(), count.askedBeside());
    }

    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("expected", expected);
        json.put("complete", count.complete());
        json.put("packetsLeftOut", count.leftOut());
        json.put("packetsAskedFor", count.askedFor());
        json.put("othersAskedFor", count.askedBeside());
        return json;
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
