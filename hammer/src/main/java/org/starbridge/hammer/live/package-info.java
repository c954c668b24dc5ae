/**
 * The run while it runs, over HTTP on this machine only: the report's plots, their data, and the Hammer's own metrics.
 * The run's thread publishes texts; the server's threads give them out.
 */
@NullMarked
package org.starbridge.hammer.live;

import org.jspecify.annotations.NullMarked;
