package org.starbridge.hammer.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.hammer.page.PageText;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.report.Verdict;

/** Publishes a report after each row of its series. Stateless. */
public final class LiveReport {
    private LiveReport() {}

    /** From now on; the texts are made on the thread that takes the rows. */
    public static void publish(ReportBuilder report, LiveServer server) {
        report.series().onRow(() -> {
            ObjectNode now = report.report(new Verdict(Verdict.Kind.UNTRUSTED, "Running."))
                    .toJson();
            String data = now.toString();
            server.publish(PageText.live(now), data, OwnMetrics.of(report.series()));
        });
    }
}
