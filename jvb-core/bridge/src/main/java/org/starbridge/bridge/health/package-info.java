/**
 * The bridge's check of itself: small checks go in, one stored result comes out, for {@code /about/health} and the
 * {@code healthy} statistic.
 *
 * <p>One thread runs the checks every {@code health.interval}; any thread may ask for the result. A bridge is ready
 * only after a completed check.
 */
@NullMarked
package org.starbridge.bridge.health;

import org.jspecify.annotations.NullMarked;
