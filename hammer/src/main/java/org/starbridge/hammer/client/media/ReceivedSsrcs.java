package org.starbridge.hammer.client.media;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.result.SsrcCount;
import org.starbridge.hammer.measure.ReportedClock;
import org.starbridge.hammer.measure.ReportedCounts;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.measure.SsrcIndex;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpReceiver;

/**
 * Under which SSRC each of the others' streams comes to one endpoint, and what is kept for that SSRC: the senders' own,
 * or, where the bridge rewrites them, those that it says over its channel. Owned by the driver.
 *
 * <p>A source has to stay under the SSRC that it was given first, as it does while a bridge has slots enough. What
 * moves is counted and not followed: its packets are taken for the earlier source's, so the run fails.
 */
public final class ReceivedSsrcs {
    private final SsrcIndex index;
    private final ReceptionRegister[] registers;
    private final ReportedClock[] clocks;
    private final ReportedCounts[] counts;
    private final int[] payloadTypes;
    private final int rtxPayloadType;
    private final @Nullable ReceiveStream[] srtpStreams;
    private final Map<String, Integer> streamsByName;
    private final boolean[] isMapped;
    private int moved;

    private ReceivedSsrcs(
            SsrcIndex index, List<SentStream> streams, NegotiatedMedia numbers, Map<String, Integer> streamsByName) {
        this.index = index;
        registers = streams.stream()
                .map(stream -> new ReceptionRegister(stream.ssrc()))
                .toArray(ReceptionRegister[]::new);
        payloadTypes = streams.stream()
                .mapToInt(stream -> stream.kind() == MediaKind.AUDIO ? numbers.opusPt() : numbers.videoPt())
                .toArray();
        rtxPayloadType = numbers.rtxPt();
        counts = new ReportedCounts[registers.length];
        Arrays.setAll(counts, _ -> new ReportedCounts());
        clocks = new ReportedClock[registers.length];
        Arrays.setAll(clocks, _ -> new ReportedClock());
        this.streamsByName = streamsByName;
        isMapped = new boolean[registers.length];
        srtpStreams = new @Nullable ReceiveStream[registers.length];
    }

    /** {@code index}: of the streams; shared by all endpoints. {@code numbers} were negotiated with this one. */
    static ReceivedSsrcs ofSenders(SsrcIndex index, List<SentStream> streams, NegotiatedMedia numbers) {
        return new ReceivedSsrcs(index, streams, numbers, Map.of());
    }

    /** None yet; {@code streamsByName} has the index of each source's stream, of several the lowest. */
    static ReceivedSsrcs ofBridge(
            List<SentStream> streams, NegotiatedMedia numbers, Map<String, Integer> streamsByName) {
        return new ReceivedSsrcs(SsrcIndex.empty(streams.size()), streams, numbers, streamsByName);
    }

    /**
     * The bridge says that a source comes under this SSRC from now on; a source that the Hammer does not know is
     * ignored.
     */
    public void onMapped(String source, int ssrc) {
        Integer stream = streamsByName.get(source);
        if (stream == null || index.find(ssrc) == stream) {
            return;
        }
        if (isMapped[stream] || index.find(ssrc) >= 0) {
            moved++;
            return;
        }
        isMapped[stream] = true;
        index.put(ssrc, stream);
        registers[stream] = new ReceptionRegister(ssrc);
    }

    /** The index of the stream that comes under this SSRC, or -1. */
    int find(int ssrc) {
        return index.find(ssrc);
    }

    /** Returns what is reported of each stream, by its index. */
    ReceptionRegister[] registers() {
        return registers;
    }

    /** Returns what sender reports say of each stream, by its index. */
    ReportedClock[] clocks() {
        return clocks;
    }

    /** Returns what sender reports count of each stream, by its index. */
    ReportedCounts[] counts() {
        return counts;
    }

    /** The payload type that a stream has to have, 0 to 127. */
    int payloadType(int stream) {
        return payloadTypes[stream];
    }

    /** The payload type that retransmissions have to have. */
    int rtxPayloadType() {
        return rtxPayloadType;
    }

    /** The stream's SRTP state; null if there is no room for it. */
    @Nullable
    ReceiveStream srtpStream(int stream, SrtpReceiver srtp) {
        ReceiveStream found = srtpStreams[stream];
        if (found == null) {
            found = srtp.stream(registers[stream].ssrc());
            srtpStreams[stream] = found;
        }
        return found;
    }

    /** Returns what the bridge has said of them. */
    public SsrcCount count() {
        int mapped = 0;
        for (boolean each : isMapped) {
            mapped += each ? 1 : 0;
        }
        return new SsrcCount(mapped, moved);
    }
}
