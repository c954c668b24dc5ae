package org.starbridge.hammer.client.media;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.MissingPackets;
import org.starbridge.hammer.measure.SelectedSource;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.rtcp.PictureLossIndication;

/**
 * Asks the bridge for video packets that are missing (generic NACK, RFC 4585 section 6.2.1), and for a key frame (PLI)
 * of a chosen source that cannot be shown without one. Owned by the driver.
 */
final class RetransmissionRequests {
    private static final long INTERVAL_NS = 10_000_000;
    /** A round trip and the time of a frame may pass until the key frame is here. */
    private static final long KEY_FRAME_INTERVAL_NS = 300_000_000;

    private final RtcpOutput output;
    private final int rtcpSsrc;
    private final MediaReceiver media;
    private final GenericNackWriter writer = new GenericNackWriter();
    private long nextNs;
    private long nextKeyFrameNs;

    RetransmissionRequests(RtcpOutput output, int rtcpSsrc, MediaReceiver media) {
        this.output = output;
        this.rtcpSsrc = rtcpSsrc;
        this.media = media;
        nextNs = media.requestsRetransmissions() ? 0 : Long.MAX_VALUE;
    }

    /** Writes a packet for each stream of which something is due. */
    void onTime(long nowNs) {
        if (nowNs < nextNs) {
            return;
        }
        nextNs = nowNs + INTERVAL_NS;
        @Nullable MissingPackets[] missing = media.missing();
        for (int i = 0; i < missing.length; i++) {
            MissingPackets stream = missing[i];
            if (stream != null && stream.nextDeadlineNs() <= nowNs && !write(stream, i, nowNs)) {
                return;
            }
        }
        if (nowNs >= nextKeyFrameNs && writeKeyFrameRequests()) {
            nextKeyFrameNs = nowNs + KEY_FRAME_INTERVAL_NS;
        }
    }

    /** Writes key frame requests; returns whether there were any. */
    private boolean writeKeyFrameRequests() {
        boolean wasAsked = false;
        List<SelectedSource> sources = media.selected().all();
        for (int i = 0; i < sources.size(); i++) {
            long slot = sources.get(i).wantsKeyFrame() ? output.slot() : 0;
            if (slot != 0) {
                int ssrc = sources.get(i).lowest().ssrc();
                output.commit(slot, PictureLossIndication.write(slot, RtcpOutput.MAX_PACKET_BYTES, rtcpSsrc, ssrc));
                wasAsked = true;
            }
        }
        return wasAsked;
    }

    private boolean write(MissingPackets missing, int stream, long nowNs) {
        long slot = output.slot();
        if (slot == 0) {
            return false;
        }
        writer.begin(
                slot,
                RtcpOutput.MAX_PACKET_BYTES,
                rtcpSsrc,
                media.streams()[stream].sent().ssrc());
        boolean fits = true;
        for (long number = missing.poll(nowNs); number >= 0 && fits; number = missing.poll(nowNs)) {
            fits = writer.add(number);
        }
        int length = writer.end();
        if (length > 0) {
            output.commit(slot, length);
        }
        return true;
    }

    /** {@link Long#MAX_VALUE} if nothing is ever asked for. */
    long nextDeadlineNs() {
        return nextNs;
    }
}
