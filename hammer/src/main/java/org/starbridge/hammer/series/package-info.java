/**
 * A run over time: a row each second of what all endpoints send and receive, how long packets take, and what the bridge
 * uses. Rows are taken from sums that exist anyway, so a packet costs nothing more. One thread takes them;
 * {@link org.starbridge.hammer.series.RunSeries} is bounded, however long a run is.
 */
@NullMarked
package org.starbridge.hammer.series;

import org.jspecify.annotations.NullMarked;
