/**
 * The command {@code scripts/simulate}: runs seeds one after the other and prints what they found. One process runs on
 * one core; the script starts several.
 */
@NullMarked
package org.starbridge.simulation.app;

import org.jspecify.annotations.NullMarked;
