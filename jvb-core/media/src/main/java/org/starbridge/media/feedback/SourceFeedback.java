package org.starbridge.media.feedback;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.source.IncomingPacket;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.reception.TransportFeedbackRegister;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Feedback to one endpoint about what it sends: receiver reports, transport-wide feedback or REMB, NACKs and key frame
 * requests, each when it is due. Owned by the endpoint's worker.
 */
public final class SourceFeedback {
    private static final long REPORT_INTERVAL_NS = 1_000_000_000;
    private static final long POSTPONED_NS = 20_000_000;

    private final IncomingStreams streams;
    private final int videoSsrc;
    private final ReceptionReports reports;
    private final NackRequests nacks;
    private final KeyFrameRequestWriter keyFrameRequests;
    /** 64 KB, which a receive-only endpoint does not need: made for the first packet with a transport-wide number. */
    private @Nullable TransportFeedbackRegister transportFeedback;

    /**
     * The SSRC of the latest packet with a transport-wide number. Transport-wide feedback is about all packets but must
     * name one SSRC, and a browser ignores it if it does not send that one: of a declared simulcast source it may send
     * a single SSRC.
     */
    private int transportFeedbackSsrc;

    /** Made for the first packet with a send time, of an endpoint that is not sent transport-wide feedback. */
    private @Nullable RembFeedback remb;

    private long nextReportAtNs = Long.MAX_VALUE;
    private long postponedUntilNs = Long.MIN_VALUE;

    /**
     * Feedback about an endpoint's streams.
     *
     * @param audioSsrc the sender SSRC of feedback about audio
     * @param videoSsrc the sender SSRC of feedback about video
     */
    public SourceFeedback(IncomingStreams streams, int audioSsrc, int videoSsrc) {
        this.streams = streams;
        this.videoSsrc = videoSsrc;
        reports = new ReceptionReports(streams, audioSsrc, videoSsrc);
        nacks = new NackRequests(streams, audioSsrc, videoSsrc);
        keyFrameRequests = new KeyFrameRequestWriter(streams, videoSsrc);
    }

    /**
     * An authenticated packet, forwarded or not: its transport-wide sequence number is noted, and reports begin with
     * the first packet.
     */
    public void onPacket(IncomingPacket packet) {
        if (nextReportAtNs == Long.MAX_VALUE) {
            nextReportAtNs = packet.arrivalNs() + REPORT_INTERVAL_NS;
            packet.moveDeadline();
        }
        if (streams.negotiation().estimatesItself()) {
            onSendTime(packet);
        }
        int id = streams.negotiation().transportSequenceId();
        if (packet.extensions().elementLengthBytes(id) < 2) {
            return;
        }
        TransportFeedbackRegister register = transportFeedback;
        if (register == null) {
            register = new TransportFeedbackRegister();
            transportFeedback = register;
        }
        if (register.nextDeadlineNs() == Long.MAX_VALUE) {
            packet.moveDeadline();
        }
        transportFeedbackSsrc = packet.rtp().ssrc();
        register.onPacket(Memory.u16(packet.extensions().elementAddress(id)), packet.arrivalNs());
    }

    private void onSendTime(IncomingPacket packet) {
        int id = streams.negotiation().absoluteSendTimeId();
        if (packet.extensions().elementLengthBytes(id) != AbsoluteSendTime.LENGTH_BYTES) {
            return;
        }
        RembFeedback estimating = remb;
        if (estimating == null) {
            estimating = new RembFeedback();
            remb = estimating;
        }
        if (estimating.nextDeadlineNs() == Long.MAX_VALUE) {
            packet.moveDeadline();
        }
        estimating.onPacket(
                packet.rtp().ssrc(),
                AbsoluteSendTime.read(packet.extensions().elementAddress(id)),
                packet.arrivalNs(),
                packet.rtp().lengthBytes());
    }

    /** Returns the time at which something is to be written next. */
    public long nextDeadlineNs() {
        TransportFeedbackRegister register = transportFeedback;
        RembFeedback estimating = remb;
        long deadline = register == null ? nextReportAtNs : Math.min(nextReportAtNs, register.nextDeadlineNs());
        deadline = estimating == null ? deadline : Math.min(deadline, estimating.nextDeadlineNs());
        return Math.max(Math.min(deadline, streams.nextDeadlineNs()), postponedUntilNs);
    }

    /**
     * Writes what is due now, one RTCP packet a call: call again until it gives 0.
     *
     * @param roundTripNs to the endpoint and back, 0 while unknown
     * @return its length; 0 when nothing more is due
     */
    public int writeDue(long address, int capacityBytes, long nowNs, long roundTripNs) {
        if (nowNs >= nextReportAtNs) {
            nextReportAtNs = nowNs + REPORT_INTERVAL_NS;
            return reports.write(address, capacityBytes, nowNs);
        }
        TransportFeedbackRegister register = transportFeedback;
        if (register != null && nowNs >= register.nextDeadlineNs()) {
            int length = register.write(address, capacityBytes, videoSsrc, transportFeedbackSsrc, nowNs);
            if (length > 0) {
                return length;
            }
        }
        RembFeedback estimating = remb;
        if (estimating != null && nowNs >= estimating.nextDeadlineNs()) {
            int length = estimating.write(address, capacityBytes, videoSsrc, nowNs, roundTripNs);
            if (length > 0) {
                return length;
            }
        }
        int length = nacks.write(address, capacityBytes, nowNs, roundTripNs);
        return length > 0 ? length : keyFrameRequests.write(address, capacityBytes, nowNs);
    }

    /** Nothing can be sent now: what is due waits for the usual interval. */
    public void postpone(long nowNs) {
        if (nextReportAtNs <= nowNs) {
            nextReportAtNs = nowNs + REPORT_INTERVAL_NS;
        }
        postponedUntilNs = nowNs + POSTPONED_NS;
    }

    /** Key frame requests that were written, all streams. */
    public long keyFrameRequestsSent() {
        return keyFrameRequests.sent();
    }

    /** NACKs that were written, all streams. */
    public long nacksSent() {
        return nacks.sent();
    }

    /** Packets that the NACKs named; a packet counts each time. */
    public long packetsAskedFor() {
        return nacks.packetsAskedFor();
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        nextReportAtNs = state.time(nextReportAtNs);
        postponedUntilNs = state.time(postponedUntilNs);
        transportFeedbackSsrc = state.i32(transportFeedbackSsrc);
        reports.state(state);
        nacks.state(state);
        keyFrameRequests.state(state);
        if (state.bool(transportFeedback != null)) {
            TransportFeedbackRegister register =
                    transportFeedback == null ? new TransportFeedbackRegister() : transportFeedback;
            register.state(state);
            transportFeedback = register;
        }
    }
}
