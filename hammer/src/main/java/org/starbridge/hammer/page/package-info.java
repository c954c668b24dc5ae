/**
 * The report that a run leaves in a directory: one HTML file that needs nothing else, the same data as JSON, and the
 * series as CSV. The page draws its plots with uPlot, which is in it. Pure text but for
 * {@link org.starbridge.hammer.page.ReportFiles}, which writes files.
 */
@NullMarked
package org.starbridge.hammer.page;

import org.jspecify.annotations.NullMarked;
