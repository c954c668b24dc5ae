/**
 * Findings of a run, for people and for programs: {@link org.starbridge.hammer.report.RunReport} is the whole result,
 * written as a JSON object or as a table; {@link org.starbridge.hammer.report.LiveLine} shows how it goes meanwhile.
 * Pure text; nothing here measures anything.
 */
@NullMarked
package org.starbridge.hammer.report;

import org.jspecify.annotations.NullMarked;
