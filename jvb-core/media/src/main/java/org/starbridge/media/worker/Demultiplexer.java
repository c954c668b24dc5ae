package org.starbridge.media.worker;

import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.transit.TransitSampler;

/**
 * Parts by which one worker finds the endpoints of datagrams.
 *
 * @param router finds the endpoint
 * @param handover passes on what belongs to other workers, and takes what they pass on
 * @param faultContext the conference that the worker works for at the moment
 * @param transit notes how long packets are in the bridge
 */
record Demultiplexer(
        DatagramRouter router, DatagramHandover handover, FaultContext faultContext, TransitSampler transit) {}
