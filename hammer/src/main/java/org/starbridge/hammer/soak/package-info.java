/**
 * Endurance: for as long as it takes, processes are stopped and continued at random while a star runs, and what the
 * bridge holds is sampled. Pauses and samples come from the run's own thread; nothing here touches media.
 */
@NullMarked
package org.starbridge.hammer.soak;

import org.jspecify.annotations.NullMarked;
