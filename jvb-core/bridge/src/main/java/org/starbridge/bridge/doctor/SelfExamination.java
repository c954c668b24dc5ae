package org.starbridge.bridge.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.BridgeConfig;

/**
 * What {@code doctor} finds of a bridge that runs: examined once, after the start, on a thread of its own. What is not
 * as it should be is logged, and kept for statistics and the dashboard. It does not make the bridge unhealthy. Results
 * are read by any thread.
 */
public final class SelfExamination implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SelfExamination.class);

    private final Thread thread;
    private volatile List<Remark> remarks = List.of();

    /** Something that is not as it should be. */
    private record Remark(String about, Finding finding) {}

    private SelfExamination(List<Examination> examinations) {
        thread = Thread.ofPlatform().daemon().name("doctor").unstarted(() -> examine(examinations));
    }

    /** Begins. Ports and XMPP accounts are left out: the bridge itself uses them. */
    public static SelfExamination begin(BridgeConfig config) {
        return begin(Doctor.whileRunning(config));
    }

    static SelfExamination begin(List<Examination> examinations) {
        SelfExamination self = new SelfExamination(examinations);
        self.thread.start();
        return self;
    }

    private void examine(List<Examination> examinations) {
        List<Remark> found = new ArrayList<>();
        try {
            for (Examination examination : examinations) {
                Finding finding = examination.finding();
                if (finding.verdict() != Finding.Verdict.OK) {
                    LOG.warn("doctor: {}: {}; advice: {}", examination.about(), finding.found(), finding.advice());
                    found.add(new Remark(examination.about(), finding));
                    remarks = List.copyOf(found);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the bridge is closed
        }
    }

    /** Waits until all is examined. */
    void await() throws InterruptedException {
        thread.join();
    }

    /** How many things keep clients from reaching the bridge. */
    public long errors() {
        return count(Finding.Verdict.ERROR);
    }

    /** How many things make it work less well than it could. */
    public long warnings() {
        return count(Finding.Verdict.WARNING);
    }

    private long count(Finding.Verdict verdict) {
        return remarks.stream()
                .filter(remark -> remark.finding().verdict() == verdict)
                .count();
    }

    /** For {@code /debug}: JSON-like. */
    public List<Map<String, Object>> view() {
        return remarks.stream().map(SelfExamination::view).toList();
    }

    private static Map<String, Object> view(Remark remark) {
        Finding finding = remark.finding();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("level", finding.verdict().name().toLowerCase(Locale.ROOT));
        view.put("about", remark.about());
        view.put("text", finding.found());
        view.put("advice", String.valueOf(finding.advice()));
        return view;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
