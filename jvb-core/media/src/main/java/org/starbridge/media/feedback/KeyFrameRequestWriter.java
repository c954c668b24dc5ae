package org.starbridge.media.feedback;

import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Asks one endpoint for key frames: with a Picture Loss Indication (RFC 4585), or with a Full Intra Request (RFC 5104)
 * if it negotiated only that. Owned by the endpoint's worker.
 */
final class KeyFrameRequestWriter {
    /** Of a Full Intra Request with one entry, which is longer than a Picture Loss Indication. */
    private static final int MAX_REQUEST_BYTES = 20;

    private final IncomingStreams streams;
    private final int videoSsrc;
    private long sent;

    KeyFrameRequestWriter(IncomingStreams streams, int videoSsrc) {
        this.streams = streams;
        this.videoSsrc = videoSsrc;
    }

    /**
     * Writes the requests of one source that are due, one for each encoding that is waited for; their length, or 0 if
     * none is.
     */
    int write(long address, int capacityBytes, long nowNs) {
        for (IncomingStream stream : streams.all()) {
            if (stream.keyFrameRequests().poll(nowNs)) {
                int length = writeOne(stream, address, capacityBytes);
                return length + writeOthers(stream, address + length, capacityBytes - length, nowNs);
            }
        }
        return 0;
    }

    private int writeOthers(IncomingStream asked, long address, int capacityBytes, long nowNs) {
        int length = 0;
        for (IncomingStream other : streams.all()) {
            if (other != asked
                    && other.lowest() == asked.lowest()
                    && other.use() == Use.MEDIA
                    && capacityBytes - length >= MAX_REQUEST_BYTES
                    && other.keyFrameRequests().takeTogether(nowNs)) {
                length += writeOne(other, address + length, capacityBytes - length);
            }
        }
        return length;
    }

    private int writeOne(IncomingStream stream, long address, int capacityBytes) {
        sent++;
        Negotiation negotiation = streams.negotiation();
        return negotiation.supportsPli(MediaKind.VIDEO) || !negotiation.supportsFir(MediaKind.VIDEO)
                ? PictureLossIndication.write(address, capacityBytes, videoSsrc, stream.wireSsrc())
                : FullIntraRequest.write(
                        address,
                        capacityBytes,
                        videoSsrc,
                        stream.wireSsrc(),
                        stream.keyFrameRequests().nextFirSequence());
    }

    long sent() {
        return sent;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        sent = state.i64(sent);
    }
}
