/**
 * Format of a snapshot: a record of parts, each with a tag, a version and a length. {@link State} is what an object
 * writes its part to and reads it from, {@link StateWriter} and {@link StateReader} are the two directions.
 *
 * <p>An object describes its part once, in one method, for both directions: {@code count = state.i64(count)} writes the
 * field, or reads it. So what is written and what is read can not differ. Keys and addresses are in a record: it never
 * goes into a file or a log.
 */
@NullMarked
package org.starbridge.rtp.state;

import org.jspecify.annotations.NullMarked;
