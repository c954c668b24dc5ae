/**
 * Trials that only this project's scripts run: a bridge, a Prosody and the Hammer's clients as processes of this
 * machine, with targets that fail the run. Not shipped.
 */
@NullMarked
package org.starbridge.trials;

import org.jspecify.annotations.NullMarked;
