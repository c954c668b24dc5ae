package org.starbridge.hammer.report;

import com.fasterxml.jackson.annotation.JsonProperty;
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
    record Sum(
            @JsonProperty("height") int heightPx,
            @JsonProperty int senders,
            @JsonProperty int sendersAtEnd,
            @JsonProperty long packets,
            @JsonProperty long restarts) {
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
            for (int i = 0; i < endpoint.sent().encodings().size(); i++) {
                SentEncoding encoding = endpoint.sent().encodings().get(i);
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
}
