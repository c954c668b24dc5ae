/**
 * Endpoints in addition to one conference's endpoints: further conferences, and guests who join and leave in the
 * measured window, as the command line says it. In: options; out: a {@link org.starbridge.hammer.client.plan.Growth}
 * and {@link org.starbridge.hammer.client.plan.GuestWave}s. Filled in by picocli, then read by one thread.
 */
@NullMarked
package org.starbridge.hammer.join;

import org.jspecify.annotations.NullMarked;
