/**
 * Names of keys: which are known, which were called otherwise once, which have no effect here and why, and what a
 * misspelt one was probably meant to be.
 *
 * <p>What an operator wrote comes in, as HOCON and as Java properties; out goes the same under today's names, and a
 * {@link org.starbridge.bridge.config.keys.ConfigFinding} for everything that the operator should know. Nothing here
 * fails: values are checked where they are read under today's name.
 */
@NullMarked
package org.starbridge.bridge.config.keys;

import org.jspecify.annotations.NullMarked;
