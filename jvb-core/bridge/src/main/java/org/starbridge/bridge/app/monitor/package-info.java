/**
 * The bridge's health, state and statistics, put together of what its components count.
 * {@link org.starbridge.bridge.app.monitor.BridgeMonitor} may be asked by any thread; timers of the application have it
 * check and collect.
 */
@NullMarked
package org.starbridge.bridge.app.monitor;

import org.jspecify.annotations.NullMarked;
