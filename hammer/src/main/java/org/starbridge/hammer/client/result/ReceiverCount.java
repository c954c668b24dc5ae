package org.starbridge.hammer.client.result;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.media.MediaSession;
import org.starbridge.hammer.client.media.OutgoingStream;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.measure.Loss;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.SelectedSource;
import org.starbridge.hammer.measure.SentStream;

/**
 * One endpoint's part of the result, counted after the end. Immutable.
 *
 * @param number the endpoint's, from 0
 * @param id its name in Colibri2
 * @param packetsSent its own packets in the window, of all its streams
 * @param rtpBytesSent these at RTP level: 12 bytes of header and the payload
 * @param packetsLate these that left more than 20 ms after they were due
 * @param couples other endpoints of which all that they send arrived in the window
 * @param missing names of the streams that did not
 * @param packetsExpected what the others sent in the window; where the bridge chooses, what it sent by its own numbers
 * @param packetsReceived different packets of these that arrived
 * @param packetsRecovered packets of these that were lost, and came when they had been asked for; only with {@code --nack}
 * @param kernelDrops datagrams that the kernel dropped at its socket since the window was opened
 * @param selection what it got of the others' video where the bridge chooses; else null
 * @param unknownSsrc packets with an SSRC that nobody sends, since the start
 * @param ssrcs what the bridge said of the SSRCs under which it sends; null if these are the senders'
 * @param reportedTimes what sender reports and transport-wide feedback told it
 * @param keyFrames what came of key frames of which packets were left out at first; null if none were
 * @param encodings of its own video, low to high; empty if it sends none
 * @param channelEnd why its bridge channel is gone, a part of a sentence; null if it is open, or there was none
 */
public record ReceiverCount(
        int number,
        String id,
        long packetsSent,
        long rtpBytesSent,
        long packetsLate,
        int couples,
        List<String> missing,
        long packetsExpected,
        long packetsReceived,
        long packetsRecovered,
        long kernelDrops,
        long duplicates,
        long reordered,
        long payloadsCompared,
        long contentErrors,
        long shiftChanges,
        long unknownSsrc,
        long nacks,
        long keyFrameRequests,
        long sendFailures,
        int receiveBufferBytes,
        @Nullable SelectionCount selection,
        @Nullable SsrcCount ssrcs,
        ReportedTimes reportedTimes,
        @Nullable KeyFrameCount keyFrames,
        List<SentEncoding> encodings,
        @Nullable String channelEnd) {

    public ReceiverCount {
        missing = List.copyOf(missing);
        encodings = List.copyOf(encodings);
    }

    /** What the bridge has lost on the way to this endpoint. */
    public long packetsLost() {
        return Loss.packetsLost(packetsExpected, packetsReceived, kernelDrops);
    }

    public static ReceiverCount nothing(int number, String id, int receiveBufferBytes, @Nullable String channelEnd) {
        return new ReceiverCount(
                number,
                id,
                0,
                0,
                0,
                0,
                List.of(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                receiveBufferBytes,
                null,
                null,
                ReportedTimes.NONE,
                null,
                List.of(),
                channelEnd);
    }

    public static ReceiverCount of(
            EndpointPlan plan,
            MediaSession session,
            ConferenceOptions options,
            long kernelDrops,
            long sendFailures,
            int receiveBufferBytes,
            @Nullable String channelEnd) {
        long expected = 0;
        long received = 0;
        long duplicates = 0;
        long recovered = 0;
        long reordered = 0;
        long compared = 0;
        long contentErrors = 0;
        long shiftChanges = 0;
        List<String> missing = new ArrayList<>();
        for (SelectedSource source : session.media().selected().all()) {
            expected += source.expectedInWindow();
            received += source.receivedInWindow();
            duplicates += source.duplicatesInWindow();
            reordered += source.reorderedInWindow();
            compared += source.payloadsCompared();
            contentErrors += source.contentErrors();
        }
        int[] kindsArrived = new int[options.endpoints()];
        for (ReceivedStream stream : session.media().measured()) {
            SentStream sent = stream.sent();
            duplicates += stream.duplicatesInWindow();
            contentErrors += stream.contentErrors();
            if (sent.endpoint() == plan.number()) {
                continue; // its own, which a bridge doesn't send back
            }
            expected += sent.sentInWindow();
            received += stream.receivedInWindow();
            recovered += stream.recoveredInWindow();
            reordered += stream.reorderedInWindow();
            compared += stream.payloadsCompared();
            shiftChanges += stream.shiftChanges();
            if (stream.receivedInWindow() > 0) {
                kindsArrived[sent.endpoint()]++;
            } else {
                missing.add(sent.kind() + " of endpoint " + sent.endpoint());
            }
        }
        int couples = 0;
        for (int kinds : kindsArrived) {
            couples += kinds > 0 && kinds == options.streamsOfCouple() ? 1 : 0;
        }
        long packetsSent = 0;
        long bytesSent = 0;
        long late = 0;
        for (OutgoingStream stream : session.outgoing()) {
            packetsSent += stream.sent().sentInWindow();
            bytesSent += stream.rtpBytesInWindow();
            late += stream.lateInWindow();
        }
        return new ReceiverCount(
                plan.number(),
                plan.id(),
                packetsSent,
                bytesSent,
                late,
                couples,
                missing,
                expected,
                received,
                recovered,
                kernelDrops,
                duplicates,
                reordered,
                compared,
                contentErrors,
                shiftChanges,
                session.media().unknownSsrc(),
                session.feedback().nacksReceived(),
                session.feedback().keyFrameRequests(),
                sendFailures,
                receiveBufferBytes,
                options.isSelective()
                        ? SelectionCount.of(
                                session.media().selected(), options.sourcesFor(plan.number()), options.heightWished())
                        : null,
                options.ssrcRewriting() ? session.media().ssrcs().count() : null,
                session.feedback().reportedTimes(),
                options.keyFrameLoss() ? KeyFrameCount.of(session) : null,
                session.video().sent(),
                channelEnd);
    }
}
