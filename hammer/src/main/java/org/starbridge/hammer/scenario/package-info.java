/**
 * Scenarios as files: who takes part, what they send and ask for, links, phases, and the steps of the load, in HOCON.
 * Gives the command-line options that they stand for; the bundled files are the presets. Pure text.
 */
@NullMarked
package org.starbridge.hammer.scenario;

import org.jspecify.annotations.NullMarked;
