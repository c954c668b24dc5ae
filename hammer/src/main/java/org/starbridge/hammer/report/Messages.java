package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.MessageCount;

/**
 * Messages that endpoints sent over their bridge channels in the window, and the results.
 *
 * @param perSecond what each was to say
 * @param counts one for each endpoint that has a channel
 * @param atBridge what the bridge got, if they talked to it; null if they talked to each other
 */
public record Messages(
        double perSecond,
        List<MessageCount> counts,
        @Nullable AtBridge atBridge) implements JsonFigure {
    /**
     * Messages that endpoints sent to the bridge since they began, in the window and before, so that what is under way
     * at the window's ends is in both figures.
     *
     * @param said by all of them
     * @param heard what the bridge has got meanwhile by its statistics, from others too; null if these do not say
     */
    public record AtBridge(long said, @Nullable Long heard) {
        long lost() {
            return heard == null ? said : Math.max(0, said - heard);
        }
    }

    public Messages {
        counts = List.copyOf(counts);
    }

    private long sum(ToLongFunction<MessageCount> figure) {
        return counts.stream().mapToLong(figure).sum();
    }

    long sent() {
        return sum(MessageCount::sent);
    }

    long lost() {
        return atBridge == null ? sent() - sum(MessageCount::arrived) : atBridge.lost();
    }

    /** Of those sent. */
    long arrived() {
        return Math.max(0, sent() - lost());
    }

    /**
     * Returns whether something was said, and each message arrived, to endpoints as it was sent, once and in its order.
     */
    boolean isRight() {
        return problems().isEmpty();
    }

    /** Returns what is wrong, in words. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (sent() == 0) {
            problems.add("no messages were sent");
        }
        if (atBridge != null && atBridge.heard() == null) {
            problems.add("the bridge's statistics have no count of received messages");
        }
        add(problems, lost(), "messages were lost");
        add(problems, sum(MessageCount::refused), "messages were refused by the sender's own channel");
        add(problems, sum(MessageCount::duplicates), "messages arrived twice");
        add(problems, sum(MessageCount::outOfOrder), "messages arrived out of order");
        add(problems, sum(MessageCount::wrong), "messages differ from the sent ones");
        return problems;
    }

    private static void add(List<String> problems, long count, String what) {
        if (count != 0) {
            problems.add(String.format(Locale.ROOT, "%,d %s", count, what));
        }
    }

    /** For people; {@code seconds} is the window's length. */
    String line(double seconds) {
        return String.format(
                Locale.ROOT,
                "%,d sent by %d endpoints%s (%.2f per second each), %,d arrived; %,d lost, %,d twice, %,d out of order",
                sent(),
                counts.size(),
                atBridge == null ? "" : " to the bridge",
                counts.isEmpty() || seconds <= 0 ? 0 : sent() / seconds / counts.size(),
                arrived(),
                lost(),
                sum(MessageCount::duplicates),
                sum(MessageCount::outOfOrder));
    }

    /** For programs. */
    @Override
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("perSecond", perSecond);
        json.put("to", atBridge == null ? "next" : "bridge");
        json.put("senders", counts.size());
        json.put("sent", sent());
        json.put("refused", sum(MessageCount::refused));
        json.put("arrived", arrived());
        json.put("lost", lost());
        json.put("duplicates", sum(MessageCount::duplicates));
        json.put("outOfOrder", sum(MessageCount::outOfOrder));
        json.put("wrong", sum(MessageCount::wrong));
        json.set(
                "atBridge",
                atBridge == null
                        ? json.nullNode()
                        : json.objectNode().put("said", atBridge.said()).put("heard", atBridge.heard()));
        ArrayNode incomplete = json.putArray("incomplete");
        for (MessageCount count : counts) {
            if (atBridge == null && count.arrived() != count.sent()) {
                incomplete
                        .addObject()
                        .put("sender", count.sender())
                        .put("receiver", count.receiver())
                        .put("sent", count.sent())
                        .put("arrived", count.arrived());
            }
        }
        return json;
    }
}
