package org.starbridge.bandwidth.probe;

import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.state.Fields;

/**
 * One probe: packets sent evenly at a bitrate.
 *
 * @param id 1 to 255, of the packets in the send history
 * @param bps the bitrate to send at, media included
 * @param minBytes it is complete when so much
 * @param minPackets and so many packets were sent
 * @param requestedAtNs when it was decided
 */
public record ProbeCluster(int id, long bps, long minBytes, int minPackets, long requestedAtNs) {
    private static final int MAX_ID = 255;

    /**
     * Its fields.
     *
     * @param known to be written; null when a record is read
     */
    static ProbeCluster state(Fields fields, @Nullable ProbeCluster known) {
        ProbeCluster cluster = known == null ? new ProbeCluster(0, 0, 0, 0, 0) : known;
        return new ProbeCluster(
                fields.i32(cluster.id, 0, MAX_ID),
                fields.i64(cluster.bps),
                fields.i64(cluster.minBytes),
                fields.i32(cluster.minPackets),
                fields.time(cluster.requestedAtNs));
    }
}
