/**
 * Calls in memory, so that code is compiled before it is needed: one that moves between two bridges in memory, which an
 * upgrade runs in both processes before it lets packets wait, and some that a new bridge runs while it is idle. Nothing
 * of them leaves the process.
 */
@NullMarked
package org.starbridge.bridge.app.rehearsal;

import org.jspecify.annotations.NullMarked;
