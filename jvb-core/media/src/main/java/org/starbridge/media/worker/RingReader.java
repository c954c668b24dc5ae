package org.starbridge.media.worker;

import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.forward.SourceClocks;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.speech.SpeechMonitor;

/**
 * Takes up the records that the rings of all workers have for one worker: datagrams of its endpoints that other workers
 * heard, times of sender reports, audio levels, and packets for its receivers. Owned by that worker.
 */
final class RingReader {
    private final int worker;
    private final DatagramEntrance entrance;
    private final ReceiverGroups groups;
    private final SourceClocks clocks;
    private final SpeechMonitor speech;

    RingReader(
            int worker, DatagramEntrance entrance, ReceiverGroups groups, SourceClocks clocks, SpeechMonitor speech) {
        this.worker = worker;
        this.entrance = entrance;
        this.groups = groups;
        this.clocks = clocks;
        this.speech = speech;
    }

    /**
     * Takes up to {@code limit} records of one ring.
     *
     * @return how many records were for this worker
     */
    int take(RingCursor cursor, int limit, long nowNs) {
        int taken = 0;
        for (long recordAddress = cursor.peek(); recordAddress != 0 && taken < limit; recordAddress = cursor.peek()) {
            if (RingRecord.isFor(recordAddress, worker)) {
                taken++;
                take(recordAddress, cursor, nowNs);
            }
            cursor.advance();
        }
        return taken;
    }

    private void take(long recordAddress, RingCursor cursor, long nowNs) {
        int type = RingRecord.type(recordAddress);
        if (type == RingRecord.DATAGRAM) {
            entrance.onPassedOn(recordAddress, cursor, nowNs);
            return;
        }
        if (type == RingRecord.SENDER_REPORT && cursor.isIntact()) {
            clocks.onReport(recordAddress);
            if (RingRecord.isReminder(recordAddress)) {
                return;
            }
        }
        if (type == RingRecord.MEDIA && RingRecord.audioLevel(recordAddress) != RingRecord.NO_AUDIO_LEVEL) {
            speech.onLevel( // of no effect if another worker listens
                    RingRecord.streamHandle(recordAddress),
                    RingRecord.rtpTimestamp(recordAddress),
                    RingRecord.audioLevel(recordAddress),
                    nowNs);
            if (!RingRecord.isForReceivers(recordAddress)) {
                return;
            }
        }
        groups.await(RingRecord.streamHandle(recordAddress), cursor, nowNs);
    }
}
