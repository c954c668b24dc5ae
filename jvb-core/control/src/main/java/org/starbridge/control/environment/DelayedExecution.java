package org.starbridge.control.environment;

import java.time.Duration;

/** Runs a task later on another thread, usually a virtual one. Tests run the tasks on demand. */
@FunctionalInterface
public interface DelayedExecution {
    void after(Duration delay, Runnable task);
}
