package org.starbridge.media.feedback;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Asks one endpoint for packets that are missing, RFC 4585 section 6.2.1. Owned by the endpoint's worker. */
final class NackRequests {
    private final IncomingStreams streams;
    private final int audioSsrc;
    private final int videoSsrc;
    private final GenericNackWriter nack = new GenericNackWriter();
    private long sent;
    private long packetsAskedFor;

    NackRequests(IncomingStreams streams, int audioSsrc, int videoSsrc) {
        this.streams = streams;
        this.audioSsrc = audioSsrc;
        this.videoSsrc = videoSsrc;
    }

    /** Writes the NACK of one stream that is due; its length, or 0 if none is. */
    int write(long address, int capacityBytes, long nowNs, long roundTripNs) {
        for (IncomingStream stream : streams.all()) {
            if (stream.isNackDue(nowNs)) {
                int sender = stream.kind() == MediaKind.VIDEO ? videoSsrc : audioSsrc;
                nack.begin(address, capacityBytes, sender, stream.wireSsrc());
                int asked = stream.collectMissing(nack, nowNs, roundTripNs);
                if (asked > 0) {
                    sent++;
                    packetsAskedFor += asked;
                    return nack.end();
                }
            }
        }
        return 0;
    }

    long sent() {
        return sent;
    }

    long packetsAskedFor() {
        return packetsAskedFor;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        sent = state.i64(sent);
        packetsAskedFor = state.i64(packetsAskedFor);
    }
}
