package org.starbridge.media.worker;

import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.endpoint.FaultContext;

/**
 * For whom the fan-out works.
 *
 * @param faults takes the conference, for faults
 * @param costs measures the receivers
 */
record TurnContext(FaultContext faults, CostSampler costs) {}
