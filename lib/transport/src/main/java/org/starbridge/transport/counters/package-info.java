/**
 * Counters of events, declared as enums: one constant is one figure with its names and its help text
 * ({@link org.starbridge.transport.counters.Counter}). {@link org.starbridge.transport.counters.SharedCounters} are for
 * several threads, {@link org.starbridge.transport.counters.OwnedCounters} for one;
 * {@link org.starbridge.transport.counters.Counts} are a copy of either.
 */
@NullMarked
package org.starbridge.transport.counters;

import org.jspecify.annotations.NullMarked;
