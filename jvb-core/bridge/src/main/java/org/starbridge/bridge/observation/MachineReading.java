package org.starbridge.bridge.observation;

import org.starbridge.media.api.MediaStats;

/**
 * The bridge's counters at one moment.
 *
 * @param media sums of the media workers
 * @param workers how many media workers there are
 * @param stalls times that a worker was found not to run
 */
public record MachineReading(MediaStats media, int workers, long stalls) {}
