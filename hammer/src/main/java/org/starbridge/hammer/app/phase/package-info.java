/**
 * The phases of one run, in their order: {@link org.starbridge.hammer.app.phase.JoinPhase} until every stream flows,
 * then {@link org.starbridge.hammer.app.phase.MeasuringPhase} with what happens meanwhile, a
 * {@link org.starbridge.hammer.app.phase.MeasuredWindow}. They know nothing of the command line. One thread.
 */
@NullMarked
package org.starbridge.hammer.app.phase;

import org.jspecify.annotations.NullMarked;
