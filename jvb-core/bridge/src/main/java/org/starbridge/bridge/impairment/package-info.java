/**
 * Verdicts on what spoils a participant's call, and whose fault it is. {@link ParticipantFacts} of the last seconds
 * come in, an {@link Impairment} with evidence goes out. Pure functions, any thread.
 */
@NullMarked
package org.starbridge.bridge.impairment;

import org.jspecify.annotations.NullMarked;
