/**
 * The bridge under test: started on free ports and stopped for certain, or running already; watched and measured.
 *
 * <p>{@link org.starbridge.hammer.bridge.TargetBridge} is the bridge of a run,
 * {@link org.starbridge.hammer.bridge.BridgeProcess} owns the process of one that was started, and
 * {@link org.starbridge.hammer.bridge.ProcessMeter} reads CPU time and memory of any process from {@code /proc}.
 * Blocking; used by the run's own thread.
 */
@NullMarked
package org.starbridge.hammer.bridge;

import org.jspecify.annotations.NullMarked;
