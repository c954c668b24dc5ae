package org.starbridge.hammer.app;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.report.JoinBurst;

/** What happens while everything is measured. */
@FunctionalInterface
interface MeasuredWindow {
    /** Lets the window pass. */
    void run() throws InterruptedException;

    /** What came of a burst of joins in the window; null if there was none. Called after the window. */
    default @Nullable JoinBurst joinBurst() {
        return null;
    }
}
