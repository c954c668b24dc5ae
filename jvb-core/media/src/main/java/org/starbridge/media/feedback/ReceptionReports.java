package org.starbridge.media.feedback;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Writes receiver reports about one endpoint's streams. Where a report does not hold all streams they take turns, RFC
 * 3550 section 6.1. Owned by the endpoint's worker.
 */
final class ReceptionReports {
    private final IncomingStreams streams;
    private final int audioSsrc;
    private final int videoSsrc;
    private int nextReported;

    ReceptionReports(IncomingStreams streams, int audioSsrc, int videoSsrc) {
        this.streams = streams;
        this.audioSsrc = audioSsrc;
        this.videoSsrc = videoSsrc;
    }

    /** Writes one report; its length. */
    int write(long address, int capacityBytes, long nowNs) {
        long blocksAddress = address + ReceiverReport.BLOCKS_OFFSET;
        int room = Math.min(
                ReceiverReport.MAX_BLOCKS, (capacityBytes - ReceiverReport.BLOCKS_OFFSET) / ReportBlock.LENGTH_BYTES);
        int from = nextReported < streams.size() ? nextReported : 0;
        int count = 0;
        boolean video = false;
        for (int round = 0; round < 2; round++) {
            int position = 0;
            for (IncomingStream stream : streams.all()) {
                boolean isItsTurn = round == 0 ? position >= from : position < from;
                position++;
                if (isItsTurn && count < room && stream.reception().received() > 0) {
                    stream.reception().writeReportBlock(blocksAddress + (long) count * ReportBlock.LENGTH_BYTES, nowNs);
                    count++;
                    video |= stream.kind() == MediaKind.VIDEO;
                    nextReported = position;
                }
            }
        }
        return ReceiverReport.write(address, capacityBytes, video ? videoSsrc : audioSsrc, count);
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        nextReported = state.i32(nextReported);
    }
}
