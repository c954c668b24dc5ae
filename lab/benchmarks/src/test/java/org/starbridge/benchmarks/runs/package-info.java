/** Tests of what can be judged without measuring. */
@NullMarked
package org.starbridge.benchmarks.runs;

import org.jspecify.annotations.NullMarked;
