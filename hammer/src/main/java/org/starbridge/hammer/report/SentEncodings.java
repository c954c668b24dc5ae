package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SentEncoding;

/**
 * Encodings of their video that the senders sent: a bridge says which ones no receiver wants.
 *
 * @param all low to high, each for all senders together; empty if no endpoint sends video
 */
record SentEncodings(List<Sum> all) {
    /**
     * One encoding.
     *
     * @param senders who have it
     * @param sendersAtEnd who were sending it when the window ended
     * @param packets in the window
     * @param restarts see {@link SentEncoding}
     */
    record Sum(int heightPx, int senders, int sendersAtEnd, long packets, long restarts) {
        private Sum plus(SentEncoding encoding) {
            return new Sum(
                    heightPx,
                    senders + 1,
                    sendersAtEnd + (encoding.isSentAtEnd() ? 1 : 0),
                    packets + encoding.packets(),
                    restarts + encoding.restarts());
        }
    }

    SentEncodings {
        all = List.copyOf(all);
    }

    /** Of a run. */
    static SentEncodings of(List<ReceiverCount> endpoints) {
        List<Sum> sums = new ArrayList<>();
        for (ReceiverCount endpoint : endpoints) {
            for (int i = 0; i < endpoint.encodings().size(); i++) {
                SentEncoding encoding = endpoint.encodings().get(i);
                if (i == sums.size()) {
                    sums.add(new Sum(encoding.heightPx(), 0, 0, 0, 0));
                }
                sums.set(i, sums.get(i).plus(encoding));
            }
        }
        return new SentEncodings(sums);
    }

    /** For people. */
    String line() {
        StringBuilder line = new StringBuilder();
        for (Sum sum : all) {
            line.append(line.isEmpty() ? "" : "; ")
                    .append(sum.heightPx < 0 ? "unknown" : Integer.toString(sum.heightPx))
                    .append(String.format(
                            Locale.ROOT,
                            " pixels by %d of %d at the end (%,d packets, %d restarts)",
                            sum.sendersAtEnd,
                            sum.senders,
                            sum.packets,
                            sum.restarts));
        }
        return line.isEmpty() ? "none" : line.toString();
    }

    /** For programs. */
    ArrayNode toJson() {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (Sum sum : all) {
            ObjectNode node = json.addObject();
            node.put("height", sum.heightPx);
            node.put("senders", sum.senders);
            node.put("sendersAtEnd", sum.sendersAtEnd);
            node.put("packets", sum.packets);
            node.put("restarts", sum.restarts);
        }
        return json;
    }

    /** One endpoint's, for programs. */
    static ArrayNode toJson(List<SentEncoding> encodings) {
        ArrayNode json = JsonNodeFactory.instance.arrayNode();
        for (SentEncoding encoding : encodings) {
            ObjectNode node = json.addObject();
            node.put("height", encoding.heightPx());
            node.put("sentAtEnd", encoding.isSentAtEnd());
            node.put("packets", encoding.packets());
            node.put("restarts", encoding.restarts());
        }
        return json;
    }
}
