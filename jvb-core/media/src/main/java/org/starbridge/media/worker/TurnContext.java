package org.starbridge.media.worker;

import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.transit.TransitSampler;

/**
 * Receiver and counters that the fan-out works for.
 *
 * @param faults takes the conference, for faults
 * @param costs measures the receivers
 * @param transit notes how long packets are in the bridge
 */
record TurnContext(FaultContext faults, CostSampler costs, TransitSampler transit) {}
