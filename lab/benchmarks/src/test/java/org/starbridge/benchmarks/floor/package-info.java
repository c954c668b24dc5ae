/** Tests of what can be judged without measuring. */
@NullMarked
package org.starbridge.benchmarks.floor;

import org.jspecify.annotations.NullMarked;
