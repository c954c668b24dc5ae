/**
 * The ladder: larger and larger conferences and fan-outs, on the bridge and on the floor in turn. Each run is one of
 * the Hammer's, which starts the target on one core and drives it from the other. The results are the Hammer's; what
 * this package adds is the cost as a multiple of the floor's. One thread runs it all; the processes do the work.
 */
@NullMarked
package org.starbridge.benchmarks.ladder;

import org.jspecify.annotations.NullMarked;
