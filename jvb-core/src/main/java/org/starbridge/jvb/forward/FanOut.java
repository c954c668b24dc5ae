package org.starbridge.jvb.forward;

import org.starbridge.jvb.demux.Route;

/**
 * The receivers of one stream on one worker: what a packet looks up, by the stream's handle. Immutable; replaced whole
 * when the forwarding table changes.
 *
 * @param handle the stream's number in the process
 * @param source the endpoint that sends it
 * @param streams one for each receiver, in no particular order; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // read once per forwarded packet, never compared
public record FanOut(int handle, Route source, OutgoingStream[] streams) {}
