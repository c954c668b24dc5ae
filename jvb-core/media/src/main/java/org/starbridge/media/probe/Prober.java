package org.starbridge.media.probe;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.forward.ProbeSender;
import org.starbridge.media.forward.Receiver;

/**
 * Sends the probes of one worker's receivers, under the SSRC of retransmissions (RFC 4588), so that media's numbers
 * have no gaps: copies of what was sent lately, which repair losses on the way, and packets with nothing but padding
 * where there is nothing to copy, before the first picture, for instance. A receiver without RTX, or without a video
 * stream, is not probed: padding among media's numbers would look like losses to some decoders. Owned by the worker.
 */
public final class Prober {
    /** Time after which a probe is tried again if nothing can carry it. */
    private static final long RETRY_NS = 50_000_000;

    private final Egress egress;
    private final WorkerCounters counters;
    private final ProbeSender sender = new ProbeSender();

    public Prober(Egress egress, WorkerCounters counters) {
        this.egress = egress;
        this.counters = counters;
    }

    /** Sends what is due to one receiver now. */
    public void sendDue(Receiver receiver, OutgoingStreams streams, long nowNs) {
        CongestionControl congestion = receiver.congestion();
        if (!congestion.isProbeDue(nowNs)) {
            return;
        }
        OutgoingStream carrier = carrier(streams);
        if (carrier == null) {
            congestion.postponeProbe(nowNs + RETRY_NS);
            return;
        }
        int dueBytes = congestion.probeBytesDue(nowNs);
        while (dueBytes > 0) {
            int bytes = sender.send(carrier, dueBytes, egress, nowNs);
            if (bytes == 0) {
                congestion.postponeProbe(nowNs + RETRY_NS);
                return;
            }
            dueBytes -= bytes;
            congestion.onExtraSent(bytes);
            counters.increment(MediaCounter.PROBE_PACKETS_SENT);
            counters.add(MediaCounter.PROBE_BYTES_SENT, bytes);
        }
    }

    /** A video stream with RTX: the one of which most was sent. */
    private static @Nullable OutgoingStream carrier(OutgoingStreams streams) {
        OutgoingStream best = null;
        for (OutgoingStream stream : streams.all()) {
            if (ProbeSender.canSend(stream) && (best == null || stream.packets() > best.packets())) {
                best = stream;
            }
        }
        return best;
    }
}
