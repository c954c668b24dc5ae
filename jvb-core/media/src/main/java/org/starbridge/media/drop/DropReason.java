package org.starbridge.media.drop;

import org.starbridge.transport.srtp.SrtpStatus;

/** Reason why a packet was not taken or not forwarded: one constant, one sentence, one counter. */
public enum DropReason {
    CUT_DATAGRAM("The datagram is longer than a receive buffer slot."),
    UNCLASSIFIED("The first byte matches none of STUN, DTLS, RTP and RTCP (RFC 7983)."),
    LOST_ON_PURPOSE("Dropped on purpose, as configured by jmt.debug.packet-loss.incoming."),
    UNKNOWN_ADDRESS("The address belongs to no endpoint and the datagram is not a STUN request."),
    UNKNOWN_UFRAG("The STUN request names a user fragment that no endpoint has."),
    NO_KEYS("The packet arrived before the DTLS handshake was complete."),
    MALFORMED_RTP("The RTP header is truncated or its version is not 2."),
    MALFORMED_EXTENSION("An element of the RTP header extension is truncated (RFC 8285)."),
    MALFORMED_RTCP("The RTCP compound packet is truncated or inconsistent."),
    UNKNOWN_SSRC("The endpoint did not declare the SSRC."),
    TOO_MANY_SSRCS("The session's table of SSRCs is full."),
    REPLAYED("The SRTP index was received before (replay)."),
    TOO_OLD("The SRTP index is older than the replay window."),
    AUTHENTICATION_FAILED("The SRTP authentication tag does not match."),
    MALFORMED_SRTP("The packet is too short or does not match its SRTP profile."),
    UNKNOWN_PAYLOAD_TYPE("The sender did not negotiate the payload type."),
    PAYLOAD_TYPE_NOT_ACCEPTED("The receiver did not negotiate the payload type."),
    UNKNOWN_FEEDBACK_SSRC("RTCP feedback about a stream that is not sent to the endpoint."),
    KEY_FRAME_REQUEST_LIMITED("A PLI or FIR that exceeds the receiver's limit of key frame requests."),
    SENDER_REPORT_LIMITED("A sender report that exceeds the rate at which they are forwarded."),
    HEADER_TOO_LONG_TO_REPEAT("A NACK for a packet whose RTP header is too long to be cached for retransmission."),
    UNUSED_RTCP("An RTCP message without effect in this bridge, for example a receiver's bandwidth estimate."),
    SILENCE("No loss: continued silence, whose first packets were forwarded."),
    NOT_AMONG_LOUDEST("No loss: only the loudest participants are forwarded (videobridge.loudest)."),
    FORCE_MUTED("The focus muted the source."),
    CORRECTION_NOT_USED("Forward error correction (FEC), which is not forwarded."),
    RETRANSMISSION_OF_NOTHING("A retransmission (RFC 4588) without a matching FID group, apt parameter or stream."),
    DUPLICATE("The packet was received before, as the original or as a retransmission."),
    TOO_LATE("The packet is too late to tell whether it was received before."),
    OLDER_THAN_FIRST("The packet is older than the first packet that was forwarded on its stream."),
    MALFORMED_DESCRIPTOR("The payload descriptor of a video packet is truncated: no decoder could use it."),
    BEFORE_KEY_FRAME("The encoding resumed under another SSRC: dropped until its first key frame."),
    NOT_SELECTED("No loss: another layer of the source is selected for the receiver. Not counted as a drop."),
    RECEIVER_NOT_READY("The receiver has no SRTP keys yet, or its ICE consent has expired."),
    EGRESS_FULL("The socket's send buffer and the send batch are full."),
    OVERSIZE_DATAGRAM("A STUN or DTLS datagram to send is longer than a send buffer slot."),
    TUPLE_TABLE_FULL("An endpoint's address was not stored: the media worker's table is full."),
    SLOT_TOO_SMALL("The packet to send is longer than a send buffer slot."),
    RING_OVERRUN("The media worker was late: the packet was overwritten before it was sent to all receivers."),
    WAITED_TOO_LONG("The media worker is overloaded: the packet was queued for one second."),
    PACER_THINNED("A receiver's pacing queue is long: a frame of a higher temporal layer was dropped."),
    PACER_OVERFLOW("A receiver's pacing queue is too long for its link: its video resumes with a key frame."),
    TOO_MANY_WAITING("Too many packets are queued for the conference's receivers.");

    private final String sentence;

    DropReason(String sentence) {
        this.sentence = sentence;
    }

    /** Returns its meaning, for people. */
    public String sentence() {
        return sentence;
    }

    /** The reason for what an SRTP or SRTCP receiver gives instead of a length, a negative number. */
    public static DropReason ofSrtp(int status) {
        return of(SrtpStatus.of(status));
    }

    /** The reason for an SRTP status that is not OK. */
    public static DropReason of(SrtpStatus status) {
        return switch (status) {
            case REPLAYED -> REPLAYED;
            case TOO_OLD -> TOO_OLD;
            case AUTHENTICATION_FAILED -> AUTHENTICATION_FAILED;
            default -> MALFORMED_SRTP;
        };
    }
}
