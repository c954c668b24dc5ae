/** Tests of what can be judged without measuring. */
@NullMarked
package org.starbridge.benchmarks.ladder;

import org.jspecify.annotations.NullMarked;
