package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.measure.Loss;

/**
 * One endpoint's part of the result, counted after the end. Immutable.
 *
 * @param number the endpoint's, from 0
 * @param id its name in Colibri2
 * @param sent its own streams, and what the bridge asked of them
 * @param couples other endpoints of which all that they send arrived in the window
 * @param missing names of the streams that did not
 * @param received the others' packets
 * @param content payloads and headers of these
 * @param selection what it got of the others' video where the bridge chooses; else null
 * @param ssrcs what the bridge said of the SSRCs under which it sends; null if these are the senders'
 * @param reportedTimes what sender reports and transport-wide feedback told it
 * @param keyFrames what came of key frames of which packets were left out at first; null if none were
 * @param link what its link did; null without one
 * @param channelEnd why its bridge channel is gone, a part of a sentence; null if it is open, or there was none
 */
public record ReceiverCount(
        int number,
        @JsonProperty String id,
        @JsonUnwrapped Sent sent,
        @JsonProperty("couplesReceived") int couples,
        @JsonProperty List<String> missing,
        @JsonUnwrapped Received received,
        @JsonUnwrapped Content content,
        @JsonProperty @Nullable SelectionCount selection,
        @JsonProperty("ssrcRewriting") @Nullable SsrcCount ssrcs,
        ReportedTimes reportedTimes,
        @Nullable KeyFrameCount keyFrames,
        @Nullable LinkCount link,
        @JsonProperty @Nullable String channelEnd) {

    /**
     * What an endpoint sent.
     *
     * @param packets its own packets in the window, of all its streams
     * @param rtpBytes these at RTP level: 12 bytes of header and the payload
     * @param late these that left more than 20 ms after they were due
     * @param nacks negative acknowledgements that the bridge sent it
     * @param keyFrameRequests PLI and FIR that the bridge sent it
     * @param failures packets that its socket refused
     * @param encodings of its own video, low to high; empty if it sends none
     */
    public record Sent(
            @JsonProperty("packetsSent") long packets,
            long rtpBytes,
            long late,
            @JsonProperty("nacksReceived") long nacks,
            @JsonProperty long keyFrameRequests,
            @JsonProperty("sendFailures") long failures,
            @JsonProperty("encodingsSent") List<SentEncoding> encodings) {
        public static final Sent NOTHING = new Sent(0, 0, 0, 0, 0, 0, List.of());

        public Sent {
            encodings = List.copyOf(encodings);
        }
    }

    /**
     * Packets of others.
     *
     * @param expected what the others sent in the window; where the bridge chooses, what it sent by its own numbers
     * @param packets different packets of these that arrived
     * @param recovered packets of these that were lost, and came when they had been asked for; only with {@code --nack}
     * @param kernelDrops datagrams that the kernel dropped at its socket since the window was opened
     * @param unknownSsrc packets with an unknown SSRC, since the start
     * @param bufferBytes receive buffer of its socket
     */
    public record Received(
            @JsonProperty("packetsExpected") long expected,
            @JsonProperty("packetsReceived") long packets,
            @JsonProperty("packetsRecovered") long recovered,
            @JsonProperty long kernelDrops,
            @JsonProperty long duplicates,
            @JsonProperty long reordered,
            @JsonProperty long unknownSsrc,
            @JsonProperty("receiveBufferBytes") int bufferBytes) {
        /** Returns the packets that the bridge has lost on the way to this endpoint. */
        @JsonProperty("packetsLost")
        public long lost() {
            return Loss.packetsLost(expected, packets, kernelDrops);
        }
    }

    /**
     * Received packets, compared with what was sent.
     *
     * @param compared payloads that could be compared
     * @param errors payloads that were not what was sent, or that SRTP refused
     * @param shiftChanges changes of the distance between sent and received numbers
     * @param faults what else was wrong with packets
     */
    public record Content(
            long compared,
            @JsonProperty("contentErrors") long errors,
            @JsonProperty long shiftChanges,
            PacketFaults faults) {
        public static final Content NOTHING = new Content(0, 0, 0, PacketFaults.NONE);
    }

    public ReceiverCount {
        missing = List.copyOf(missing);
    }

    /** Of an endpoint that never had keys. */
    public static ReceiverCount nothing(int number, String id, int receiveBufferBytes, @Nullable String channelEnd) {
        return new ReceiverCount(
                number,
                id,
                Sent.NOTHING,
                0,
                List.of(),
                new Received(0, 0, 0, 0, 0, 0, 0, receiveBufferBytes),
                Content.NOTHING,
                null,
                null,
                ReportedTimes.NONE,
                null,
                null,
                channelEnd);
    }
}
