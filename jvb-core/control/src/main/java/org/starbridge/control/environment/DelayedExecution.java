package org.starbridge.control.environment;

import java.time.Duration;

/** Runs something later on a thread of its own choosing, a virtual one as a rule. Tests run it when they please. */
@FunctionalInterface
public interface DelayedExecution {
    void after(Duration delay, Runnable task);
}
