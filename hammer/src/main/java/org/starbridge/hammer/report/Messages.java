package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.starbridge.hammer.client.MessageCount;

/**
 * What endpoints said to each other over their bridge channels in the window, and what came of it.
 *
 * @param perSecond what each was to say
 * @param counts one for each endpoint that has a channel
 */
public record Messages(double perSecond, List<MessageCount> counts) {
    public Messages {
        counts = List.copyOf(counts);
    }

    private long sum(ToLongFunction<MessageCount> figure) {
        return counts.stream().mapToLong(figure).sum();
    }

    long sent() {
        return sum(MessageCount::sent);
    }

    long arrived() {
        return sum(MessageCount::arrived);
    }

    /** Whether all said something, and each message arrived as it was sent, once and in its order. */
    boolean isRight() {
        return problems().isEmpty();
    }

    /** What is wrong, in words. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (sent() == 0) {
            problems.add("no messages were sent");
        }
        add(problems, sent() - arrived(), "messages were lost");
        add(problems, sum(MessageCount::refused), "messages were refused by the sender's own channel");
        add(problems, sum(MessageCount::duplicates), "messages arrived twice");
        add(problems, sum(MessageCount::outOfOrder), "messages arrived out of order");
        add(problems, sum(MessageCount::wrong), "messages were not what was sent");
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
                "%,d sent by %d endpoints (%.2f a second each), %,d arrived; %,d lost, %,d twice, %,d out of order",
                sent(),
                counts.size(),
                counts.isEmpty() || seconds <= 0 ? 0 : sent() / seconds / counts.size(),
                arrived(),
                sent() - arrived(),
                sum(MessageCount::duplicates),
                sum(MessageCount::outOfOrder));
    }

    /** For programs. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("perSecond", perSecond);
        json.put("senders", counts.size());
        json.put("sent", sent());
        json.put("refused", sum(MessageCount::refused));
        json.put("arrived", arrived());
        json.put("lost", sent() - arrived());
        json.put("duplicates", sum(MessageCount::duplicates));
        json.put("outOfOrder", sum(MessageCount::outOfOrder));
        json.put("wrong", sum(MessageCount::wrong));
        ArrayNode incomplete = json.putArray("incomplete");
        for (MessageCount count : counts) {
            if (count.arrived() != count.sent()) {
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
