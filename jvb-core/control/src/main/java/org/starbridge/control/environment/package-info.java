/**
 * Environment of conferences, given from outside: configuration and its limits, clock, randomness, media plane, and
 * counters. Immutable or thread safe.
 */
@NullMarked
package org.starbridge.control.environment;

import org.jspecify.annotations.NullMarked;
