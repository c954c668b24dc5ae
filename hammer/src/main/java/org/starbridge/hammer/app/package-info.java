/**
 * The Hammer's command line and the order of a run: bridge, conference, warm-up, window, drain, report. Knows all other
 * packages; none knows it. One thread.
 */
@NullMarked
package org.starbridge.hammer.app;

import org.jspecify.annotations.NullMarked;
