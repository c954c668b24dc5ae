/**
 * For tests only: what drives and watches the bridge and the Hammer without sockets, threads or the wall clock.
 *
 * <p>Everything random follows from a seed, and everything that is found fails the test in which it happens.
 */
@NullMarked
package org.starbridge.testkit;

import org.jspecify.annotations.NullMarked;
