/**
 * A plugin of PIT (pitest.org) that keeps a seeded sample of the mutations. In come the mutations that PIT finds in a
 * class, out goes the sample. Runs in the process of {@code scripts/mutate}; no part of the bridge.
 */
@NullMarked
package org.starbridge.mutation;

import org.jspecify.annotations.NullMarked;
