/**
 * Video sources that a receiver gets, and their order of importance. What others send and what the receiver asked for
 * come in as values, an ordered list of source names goes out.
 *
 * <p>Everything here is pure: no clock, no thread, no logger, no knowledge of packets or of the bridge. Call it from
 * any thread. {@link org.starbridge.lastn.speech} says in which order sources are important by themselves, and
 * {@link org.starbridge.lastn.allocation} which layer of each fits.
 */
@NullMarked
package org.starbridge.lastn;

import org.jspecify.annotations.NullMarked;
