package org.starbridge.media.feedback;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.PictureLossIndication;

/**
 * Asks one endpoint for key frames: with a Picture Loss Indication (RFC 4585), or with a Full Intra Request (RFC 5104)
 * if it negotiated only that. Owned by the endpoint's worker.
 */
final class KeyFrameRequestWriter {
    private final IncomingStreams streams;
    private final int videoSsrc;
    private long sent;

    KeyFrameRequestWriter(IncomingStreams streams, int videoSsrc) {
        this.streams = streams;
        this.videoSsrc = videoSsrc;
    }

    /** Writes the request of one stream that is due; its length, or 0 if none is. */
    int write(long address, int capacityBytes, long nowNs) {
        for (IncomingStream stream : streams.all()) {
            if (stream.keyFrameRequests().poll(nowNs)) {
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
        }
        return 0;
    }

    long sent() {
        return sent;
    }
}
