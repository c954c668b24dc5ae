/**
 * A call in memory that moves between two bridges in memory: an upgrade runs it in both processes before it lets
 * packets wait, so that the code that writes and reads conferences is compiled. Nothing of it leaves the process.
 */
@NullMarked
package org.starbridge.bridge.app.rehearsal;

import org.jspecify.annotations.NullMarked;
