package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.bridge.impairment.Impairment;
import org.starbridge.bridge.impairment.MachineFacts;

/** Verdicts on who suffers from what, as JSON-like maps. */
final class ImpairmentViews {
    private ImpairmentViews() {}

    /** {@code culprit} is "none" for a participant that does not suffer. */
    static Map<String, Object> of(Impairment impairment) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("culprit", impairment.culprit().key());
        view.put("severity", Math.round(100 * impairment.severity()) / 100.0);
        view.put("sentence", impairment.sentence());
        view.put("evidence", impairment.evidence());
        return view;
    }

    /** The bridge's own state over the last seconds; shares are from 0 to 1. */
    static Map<String, Object> of(MachineFacts machine) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("busy_share", machine.busyShare());
        view.put("kernel_drop_share", machine.kernelDropShare());
        view.put("late_drop_share", machine.lateDropShare());
        view.put("worker_stalls", machine.stalls());
        view.put("sufferers_share", machine.sufferers());
        return view;
    }
}
