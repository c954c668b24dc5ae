package org.starbridge.bandwidth.probe;

/**
 * One probe: packets sent evenly at a bitrate.
 *
 * @param id 1 to 255, of the packets in the send history
 * @param bps the bitrate to send at, media included
 * @param minBytes it is complete when so much
 * @param minPackets and so many packets were sent
 * @param requestedAtNs when it was decided
 */
public record ProbeCluster(int id, long bps, long minBytes, int minPackets, long requestedAtNs) {}
