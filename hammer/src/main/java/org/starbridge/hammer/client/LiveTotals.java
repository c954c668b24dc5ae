package org.starbridge.hammer.client;

import org.starbridge.hammer.client.media.MediaFlow;
import org.starbridge.hammer.client.media.MediaReceiver;
import org.starbridge.hammer.client.transport.Outbox;

/**
 * Sums over endpoints at one moment, for the live line. Immutable.
 *
 * @param joined endpoints with SRTP keys
 * @param streams (receiver, stream) pairs that flow and whose packets are known by their payload
 * @param packetsSent RTP and RTCP since the start
 * @param bytesSent their UDP payload
 * @param packetsReceived RTP since the start
 * @param bytesReceived their UDP payload
 * @param missing packets of the window so far, those that are only late included
 * @param contentErrors payloads that were not the sent ones
 * @param lastPacketNs when RTP arrived last, 0 if never
 */
public record LiveTotals(
        int joined,
        long streams,
        long packetsSent,
        long bytesSent,
        long packetsReceived,
        long bytesReceived,
        long missing,
        long contentErrors,
        long lastPacketNs) {
    /** Before anything. */
    public static final LiveTotals NOTHING = new LiveTotals(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** This and another driver's. */
    public LiveTotals plus(LiveTotals other) {
        return new LiveTotals(
                joined + other.joined,
                streams + other.streams,
                packetsSent + other.packetsSent,
                bytesSent + other.bytesSent,
                packetsReceived + other.packetsReceived,
                bytesReceived + other.bytesReceived,
                missing + other.missing,
                contentErrors + other.contentErrors,
                Math.max(lastPacketNs, other.lastPacketNs));
    }

    /** Returns what is still true of endpoints that have left: what they sent and received. */
    LiveTotals asPast() {
        return new LiveTotals(0, 0, packetsSent, bytesSent, packetsReceived, bytesReceived, 0, 0, lastPacketNs);
    }

    /** The same with the packets of others, who are not counted themselves. */
    LiveTotals withPacketsOf(LiveTotals others) {
        return plus(others.asPast());
    }

    /** Sum to which endpoints add themselves, on their driver's thread. */
    static final class Sum {
        private int joined;
        private long streams;
        private long packetsSent;
        private long bytesSent;
        private long packetsReceived;
        private long bytesReceived;
        private long missing;
        private long contentErrors;
        private long lastPacketNs;

        /** Adds an endpoint that has keys. */
        void add(Outbox outbox, MediaReceiver media, MediaFlow.Totals flow) {
            joined++;
            packetsSent += outbox.datagrams();
            bytesSent += outbox.bytes();
            packetsReceived += media.packets();
            bytesReceived += media.bytes();
            lastPacketNs = Math.max(lastPacketNs, media.lastPacketNs());
            streams += flow.flowing();
            missing += flow.missing();
            contentErrors += flow.contentErrors();
        }

        LiveTotals toGauge() {
            return new LiveTotals(
                    joined,
                    streams,
                    packetsSent,
                    bytesSent,
                    packetsReceived,
                    bytesReceived,
                    missing,
                    contentErrors,
                    lastPacketNs);
        }
    }
}
