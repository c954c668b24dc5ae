package org.starbridge.hammer.app.phase;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.report.JoinBurst;
import org.starbridge.hammer.report.RelayReport;

/** Activity while everything is measured. */
@FunctionalInterface
public interface MeasuredWindow {
    /** Lets the window pass. */
    void run() throws InterruptedException;

    /** Returns the results of a burst of joins in the window; null if there was none. Called after the window. */
    default @Nullable JoinBurst joinBurst() {
        return null;
    }

    /**
     * Returns the results of relays; null if there is one bridge only. Called after the window.
     *
     * @param counts what was counted in it
     */
    default @Nullable RelayReport relays(List<ReceiverCount> counts) {
        return null;
    }
}
