/**
 * Time that packets spend in the bridge. A media worker notes the times of some of its packets; statistics and the log
 * make histograms and timelines of them on other threads.
 */
@NullMarked
package org.starbridge.media.transit;

import org.jspecify.annotations.NullMarked;
