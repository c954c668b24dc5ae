package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.Loss;

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
 * @param packetsRecovered packets of these that were lost, and came when they had been asked for; only with
 *     {@code --nack}
 * @param kernelDrops datagrams that the kernel dropped at its socket since the window was opened
 * @param selection what it got of the others' video where the bridge chooses; else null
 * @param faults what else was wrong with packets
 * @param unknownSsrc packets with an unknown SSRC, since the start
 * @param ssrcs what the bridge said of the SSRCs under which it sends; null if these are the senders'
 * @param reportedTimes what sender reports and transport-wide feedback told it
 * @param keyFrames what came of key frames of which packets were left out at first; null if none were
 * @param encodings of its own video, low to high; empty if it sends none
 * @param link what its link did; null without one
 * @param channelEnd why its bridge channel is gone, a part of a sentence; null if it is open, or there was none
 */
public record ReceiverCount(
        int number,
        @JsonProperty String id,
        @JsonProperty long packetsSent,
        long rtpBytesSent,
        long packetsLate,
        @JsonProperty("couplesReceived") int couples,
        @JsonProperty List<String> missing,
        @JsonProperty long packetsExpected,
        @JsonProperty long packetsReceived,
        @JsonProperty long packetsRecovered,
        @JsonProperty long kernelDrops,
        @JsonProperty long duplicates,
        @JsonProperty long reordered,
        long payloadsCompared,
        @JsonProperty long contentErrors,
        @JsonProperty long shiftChanges,
        PacketFaults faults,
        @JsonProperty long unknownSsrc,
        @JsonProperty("nacksReceived") long nacks,
        @JsonProperty long keyFrameRequests,
        @JsonProperty long sendFailures,
        @JsonProperty int receiveBufferBytes,
        @JsonProperty @Nullable SelectionCount selection,
        @JsonProperty("ssrcRewriting") @Nullable SsrcCount ssrcs,
        ReportedTimes reportedTimes,
        @Nullable KeyFrameCount keyFrames,
        @JsonProperty("encodingsSent") List<SentEncoding> encodings,
        @Nullable LinkCount link,
        @JsonProperty @Nullable String channelEnd) {

    public ReceiverCount {
        missing = List.copyOf(missing);
        encodings = List.copyOf(encodings);
    }

    /** Returns the packets that the bridge has lost on the way to this endpoint. */
    @JsonProperty
    public long packetsLost() {
        return Loss.packetsLost(packetsExpected, packetsReceived, kernelDrops);
    }

    /** Of an endpoint that never had keys. */
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
                PacketFaults.NONE,
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
                null,
                channelEnd);
    }
}
