package org.starbridge.hammer.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.function.DoubleFunction;
import org.starbridge.hammer.page.PageText;
import org.starbridge.hammer.page.ReportBuilder;
import org.starbridge.hammer.report.Verdict;

/** Publishes a report at once, and after each row of its series. Stateless. */
public final class LiveReport {
    private static final double MS_PER_SECOND = 1e3;

    private LiveReport() {}

    /**
     * From now on; later texts are made on the thread that takes the rows.
     *
     * @param sentence what is shown as long as the runs go on, by the seconds since the first one began
     */
    public static void publish(ReportBuilder report, LiveServer server, DoubleFunction<String> sentence) {
        Runnable publishing = () -> {
            double seconds = Duration.between(report.startedAt(), Instant.now()).toMillis() / MS_PER_SECOND;
            ObjectNode now = report.report(new Verdict(Verdict.Kind.UNTRUSTED, sentence.apply(seconds)))
                    .toJson();
            String data = now.toString();
            server.publish(PageText.live(now), data, OwnMetrics.of(report.series()));
        };
        publishing.run();
        report.series().onRow(publishing);
    }
}
