package org.starbridge.bridge.doctor;

import java.io.IOException;

/** Looks at one thing. */
record Examination(String about, Look look) {
    /** The look itself. */
    @FunctionalInterface
    interface Look {
        /**
         * Looks.
         *
         * @throws IOException if it can't be looked at
         */
        Finding take() throws IOException, InterruptedException;
    }

    /** The finding; what can't be looked at is a warning. */
    Finding finding() throws InterruptedException {
        try {
            return look.take();
        } catch (IOException e) {
            return Finding.warning("the check failed: " + e.getMessage(), "check it manually");
        }
    }
}
