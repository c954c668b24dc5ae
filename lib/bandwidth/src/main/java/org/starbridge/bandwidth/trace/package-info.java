/**
 * Records what goes into one estimator, so that the same can be replayed. In: what was sent, feedback, allocations.
 * Out: lines of text, the last ones. Owned by the receiver's media worker; what it records is read through
 * {@code Trace.lines} there.
 */
@NullMarked
package org.starbridge.bandwidth.trace;

import org.jspecify.annotations.NullMarked;
