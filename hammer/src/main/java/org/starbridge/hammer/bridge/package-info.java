/**
 * The bridge under test as a process: started on free ports, watched until it is healthy, measured, and stopped for
 * certain.
 *
 * <p>{@link org.starbridge.hammer.bridge.BridgeProcess} owns the process;
 * {@link org.starbridge.hammer.bridge.ProcessMeter} reads CPU time and memory of any process from {@code /proc}.
 * Blocking; used by the run's own thread.
 */
@NullMarked
package org.starbridge.hammer.bridge;

import org.jspecify.annotations.NullMarked;
