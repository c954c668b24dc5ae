package org.starbridge.media.feedback;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.forward.Retransmission;
import org.starbridge.media.forward.Retransmitter;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.RtcpView;

/** Sends again what receivers ask for with NACKs (RFC 4585 section 6.2.1). Owned by the worker of the receivers. */
public final class NackResponder {
    /** Of the numbers in one NACK, more are refused: a whole second of video was lost, and a key frame is better. */
    private static final int MAX_NUMBERS_PER_NACK = 512;

    private final Egress egress;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final GenericNack nack = new GenericNack();
    private final Retransmitter retransmitter = new Retransmitter();

    public NackResponder(Egress egress, DropCounters drops, WorkerCounters counters) {
        this.egress = egress;
        this.drops = drops;
        this.counters = counters;
    }

    /**
     * A receiver asks for packets.
     *
     * @param rtcp at the NACK
     * @param outgoing the streams that the receiver gets
     * @return null if it asks for packets of one of them, else why it has no effect
     */
    public @Nullable DropReason onNack(RtcpView rtcp, OutgoingStreams outgoing, long nowNs) {
        if (nack.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        counters.increment(MediaCounter.NACKS_RECEIVED);
        OutgoingStream stream = outgoing.findBySsrc(nack.mediaSsrc());
        for (int asked = 0; nack.next(); asked++) {
            count(
                    stream == null
                            ? Retransmission.NOT_CACHED
                            : asked >= MAX_NUMBERS_PER_NACK
                                    ? Retransmission.REFUSED
                                    : retransmitter.repeat(stream, nack.sequenceNumber(), egress, nowNs));
        }
        return stream == null ? DropReason.UNKNOWN_FEEDBACK_SSRC : null;
    }

    private void count(Retransmission answer) {
        switch (answer) {
            case SENT -> counters.increment(MediaCounter.PACKETS_RETRANSMITTED);
            case NOT_CACHED -> counters.increment(MediaCounter.RETRANSMISSIONS_NOT_CACHED);
            case HEADER_TOO_LONG -> {
                counters.increment(MediaCounter.RETRANSMISSIONS_NOT_CACHED);
                drops.count(DropReason.HEADER_TOO_LONG_TO_REPEAT);
            }
            case REFUSED -> counters.increment(MediaCounter.RETRANSMISSIONS_REFUSED);
        }
    }
}
