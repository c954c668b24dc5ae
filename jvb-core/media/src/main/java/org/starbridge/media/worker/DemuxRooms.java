package org.starbridge.media.worker;

import org.starbridge.media.endpoint.FaultContext;

/**
 * How one worker finds the endpoints of datagrams.
 *
 * @param router finds the endpoint
 * @param handover passes on what belongs to other workers, and takes what they pass on
 * @param faultContext the conference that the worker works for at the moment
 */
record DemuxRooms(DatagramRouter router, DatagramHandover handover, FaultContext faultContext) {}
