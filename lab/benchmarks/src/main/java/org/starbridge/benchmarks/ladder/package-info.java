/**
 * The ladder: bigger and bigger conferences and fan-outs, on the bridge and on the floor in turn, each in a process of
 * its own on one core, driven by the same Hammer on the other. What comes out is a table and a picture for
 * {@code docs/performance.md}, and JSON for programs. {@code MessagesMain} does the same with bridge channels instead
 * of media, {@code BesideMain} with two rooms at once, {@code SteadyMain} for long. One thread runs it all; the
 * processes do the work.
 */
@NullMarked
package org.starbridge.benchmarks.ladder;

import org.jspecify.annotations.NullMarked;
