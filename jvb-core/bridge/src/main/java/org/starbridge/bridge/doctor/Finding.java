package org.starbridge.bridge.doctor;

import org.jspecify.annotations.Nullable;

/**
 * Finding of an examination.
 *
 * @param verdict whether the bridge can do its work with it
 * @param found a sentence without a full stop
 * @param advice what to do; null if nothing is to be done
 */
record Finding(Verdict verdict, String found, @Nullable String advice) {
    /** Severity of a finding. */
    enum Verdict {
        /** As it should be. */
        OK,
        /** The bridge works, but not as well as it could. */
        WARNING,
        /** The bridge does not start, or clients do not reach it. */
        ERROR
    }

    static Finding ok(String found) {
        return new Finding(Verdict.OK, found, null);
    }

    static Finding warning(String found, String advice) {
        return new Finding(Verdict.WARNING, found, advice);
    }

    static Finding error(String found, String advice) {
        return new Finding(Verdict.ERROR, found, advice);
    }
}
