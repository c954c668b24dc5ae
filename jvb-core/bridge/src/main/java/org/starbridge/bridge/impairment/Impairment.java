package org.starbridge.bridge.impairment;

import java.util.List;
import java.util.Locale;

/**
 * Verdict on one participant.
 *
 * @param culprit what it suffers from most
 * @param severity 1 at the limit where people notice, more beyond it; 0 if nothing is wrong
 * @param evidence what was measured, the clearest first; each is part of a sentence
 */
public record Impairment(Culprit culprit, double severity, List<String> evidence) {
    /** The verdict on a participant that does not suffer. */
    public static final Impairment NONE = new Impairment(Culprit.NONE, 0, List.of());

    public Impairment {
        evidence = List.copyOf(evidence);
    }

    /** Returns whether something is wrong. */
    public boolean isSuffering() {
        return culprit != Culprit.NONE;
    }

    /** The verdict as one sentence; empty if nothing is wrong. */
    public String sentence() {
        return isSuffering() ? culprit.subject() + ": " + String.join("; ", evidence) + "." : "";
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    static String bitrate(long bps) {
        return bps >= 1_000_000
                ? String.format(Locale.ROOT, "%.1f Mbit/s", bps / 1e6)
                : String.format(Locale.ROOT, "%.0f kbit/s", bps / 1e3);
    }
}
