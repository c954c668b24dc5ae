/**
 * CPU time and memory of bandwidth estimators, without a bridge around them: scripts/bench estimators. Wire-format
 * feedback of simulated receivers comes in, printed figures go out. One thread.
 */
@NullMarked
package org.starbridge.benchmarks.estimators;

import org.jspecify.annotations.NullMarked;
