/**
 * A model of one worker's fan-out in virtual time, which counts the lengths of GSO batches and what ends them:
 * {@code scripts/bench runs}. The Hammer's recordings come in, a table goes out. One thread.
 */
@NullMarked
package org.starbridge.benchmarks.runs;

import org.jspecify.annotations.NullMarked;
