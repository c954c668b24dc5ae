/**
 * Division of a receiver's bandwidth: what others send, what the receiver asked for and what it can take come in as
 * values, a layer for each source and the reason for it go out.
 *
 * <p>{@link org.starbridge.lastn.allocation.Allocator} is the door. Pure: no clock, no state, any thread; what the next
 * run has to know of this one is in the {@link org.starbridge.lastn.allocation.Allocation} that the caller hands back.
 */
@NullMarked
package org.starbridge.lastn.allocation;

import org.jspecify.annotations.NullMarked;
