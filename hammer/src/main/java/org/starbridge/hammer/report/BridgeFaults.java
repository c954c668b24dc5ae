package org.starbridge.hammer.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.hammer.client.result.PacketFaults;
import org.starbridge.hammer.client.result.ReportFaults;
import org.starbridge.hammer.client.result.ThinPictures;

/**
 * Faults of a bridge that lose nothing and change no payload. Immutable.
 *
 * @param packets of packets
 * @param reports of sender reports; none where links hold them back
 * @param thin of frame rates, at endpoints without a link
 */
record BridgeFaults(
        @JsonUnwrapped PacketFaults packets,
        @JsonUnwrapped ReportFaults reports,
        @JsonUnwrapped ThinPictures thin) {
    boolean areNone() {
        return problems().isEmpty();
    }

    /** As parts of a sentence. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        add(problems, packets.payloadTypes(), "%,d packets had a payload type that was not negotiated");
        add(problems, packets.markers(), "%,d packets had a changed marker bit");
        add(problems, packets.repeated(), "%,d packets arrived twice");
        add(problems, packets.returned(), "%,d packets were returned to their sender");
        add(problems, reports.overdue(), "%,d streams had no sender report");
        add(problems, reports.apart(), "%,d streams have sender reports more than 200 ms off their packets");
        add(problems, reports.miscounted(), "%,d streams have sender reports with wrong counts");
        if (thin.sources() > 0) {
            problems.add(format(
                    "%,d video sources arrived at a lower frame rate (%,d of %,d pictures)",
                    thin.sources(), thin.received(), thin.sent()));
        }
        return problems;
    }

    private static void add(List<String> problems, long count, String pattern) {
        if (count > 0) {
            problems.add(format(pattern, count));
        }
    }

    @SuppressWarnings("AnnotateFormatMethod") // its annotation is in a library that nothing else here needs
    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
