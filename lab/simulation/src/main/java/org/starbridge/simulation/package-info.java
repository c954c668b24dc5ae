/**
 * Values of the simulator: sites of faults, oracles, planted bugs, and the report of a run. Plain data; no part of the
 * product.
 */
@NullMarked
package org.starbridge.simulation;

import org.jspecify.annotations.NullMarked;
