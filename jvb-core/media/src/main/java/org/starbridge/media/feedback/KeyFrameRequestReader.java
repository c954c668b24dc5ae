package org.starbridge.media.feedback;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.RtcpView;

/** Reads key frame requests of receivers: PLI (RFC 4585) and FIR (RFC 5104). Owned by the worker of the receivers. */
public final class KeyFrameRequestReader {
    private final KeyFrameRequester requester;
    private final DropCounters drops;
    private final PictureLossIndication pli = new PictureLossIndication();
    private final FullIntraRequest fir = new FullIntraRequest();

    public KeyFrameRequestReader(KeyFrameRequester requester, DropCounters drops) {
        this.requester = requester;
        this.drops = drops;
    }

    /**
     * A Picture Loss Indication.
     *
     * @param rtcp at the message
     * @param outgoing the streams that the receiver gets
     * @return null if it is passed on, else why not
     */
    public @Nullable DropReason onPictureLossIndication(RtcpView rtcp, OutgoingStreams outgoing, long nowNs) {
        return pli.wrap(rtcp) == null
                ? requester.onRequest(outgoing, pli.mediaSsrc(), nowNs)
                : DropReason.MALFORMED_RTCP;
    }

    /**
     * A Full Intra Request, which names any number of streams. Entries that are refused are counted here.
     *
     * @param rtcp at the message
     * @param outgoing the streams that the receiver gets
     * @return null if it is well formed
     */
    public @Nullable DropReason onFullIntraRequest(RtcpView rtcp, OutgoingStreams outgoing, long nowNs) {
        if (fir.wrap(rtcp) != null) {
            return DropReason.MALFORMED_RTCP;
        }
        while (fir.next()) {
            DropReason refused = requester.onRequest(outgoing, fir.ssrc(), nowNs);
            if (refused != null) {
                drops.count(refused);
            }
        }
        return null;
    }
}
