package org.starbridge.bridge.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.BridgeConfig;

/**
 * Findings of {@code doctor} about the running bridge: examined after the start, on a thread of its own. Errors and
 * warnings are logged, and kept for statistics and the dashboard. It does not make the bridge unhealthy unless that is
 * configured. As long as no client can reach the bridge, that is examined again each minute. Results are read by any
 * thread.
 */
public final class SelfExamination implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SelfExamination.class);

    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Thread thread;
    private volatile List<Remark> remarks = List.of();

    /** Something that is not as it should be. */
    private record Remark(String about, Finding finding) {}

    /** An examination that is not begun. Ports and XMPP accounts are left out: the bridge itself uses them. */
    public SelfExamination(BridgeConfig config) {
        this(Doctor.whileRunning(config), AGAIN);
    }

    SelfExamination(List<Examination> examinations, Duration again) {
        thread = Thread.ofPlatform().daemon().name("doctor").unstarted(() -> run(examinations, again));
    }

    /** Begins. */
    public void begin() {
        thread.start();
    }

    private void run(List<Examination> examinations, Duration again) {
        try {
            examine(examinations);
            while (!unreachable().isEmpty()) {
                Thread.sleep(again);
                examine(examinations);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the bridge is closed
        }
    }

    private void examine(List<Examination> examinations) throws InterruptedException {
        List<Remark> before = remarks;
        List<Remark> found = new ArrayList<>();
        for (Examination examination : examinations) {
            Finding finding = examination.finding();
            if (finding.verdict() != Finding.Verdict.OK) {
                Remark remark = new Remark(examination.about(), finding);
                if (!before.contains(remark)) {
                    LOG.warn("doctor: {}: {}; advice: {}", examination.about(), finding.found(), finding.advice());
                }
                found.add(remark);
            }
        }
        remarks = List.copyOf(found);
    }

    /** Waits until all is examined. */
    void await() throws InterruptedException {
        thread.join();
    }

    /**
     * Reason that no client outside this machine can reach the bridge; empty if one can, or while that is not known.
     */
    public String unreachable() {
        return remarks.stream()
                .filter(remark -> remark.about().equals(NetworkExaminations.REACHABILITY)
                        && remark.finding().verdict() == Finding.Verdict.ERROR)
                .map(remark -> remark.finding().found())
                .findFirst()
                .orElse("");
    }

    /** Number of findings that keep clients from reaching the bridge. */
    public long errors() {
        return count(Finding.Verdict.ERROR);
    }

    /** Number of findings that make the bridge work less well than it could. */
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
