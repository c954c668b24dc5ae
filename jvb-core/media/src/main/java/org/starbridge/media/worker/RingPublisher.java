package org.starbridge.media.worker;

import org.starbridge.media.feedback.SenderReportRelay;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingNotifier;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.IncomingPacket;
import org.starbridge.media.source.IncomingStream;

/** Puts decrypted packets into one worker's ring, for every worker with receivers. Owned by the worker. */
final class RingPublisher {
    private final PacketRing ring;
    private final RingNotifier notifier;
    private final SenderReportRelay senderReports;
    private long recordAddress;

    RingPublisher(PacketRing ring, RingNotifier notifier, SenderReportRelay senderReports) {
        this.ring = ring;
        this.notifier = notifier;
        this.senderReports = senderReports;
    }

    /**
     * Returns the address to which the next packet is to be decrypted. A claim without {@link #publish} is used for the
     * next packet.
     */
    long claim(int lengthBytes) {
        recordAddress = ring.claim(lengthBytes);
        return RingRecord.body(recordAddress);
    }

    /** Publishes the packet of the last claim to every worker with receivers, this one included. */
    void publish(IncomingPacket packet) {
        IncomingStream stream = packet.stream();
        if (stream == null || stream.workers() == 0) {
            return; // it has no receivers
        }
        packet.writeTo(recordAddress, stream);
        ring.commit(packet.rtp().lengthBytes());
        notifier.onCommitted(stream.workers());
        if (stream.clock().hasReminder()) {
            senderReports.remind(stream);
        }
    }
}
