package org.starbridge.media.drop;

import org.starbridge.transport.srtp.SrtpStatus;

/** Why a packet was not taken or not forwarded: one constant, one sentence, one counter. */
public enum DropReason {
    CUT_DATAGRAM("The datagram was longer than a slot."),
    UNCLASSIFIED("The first byte is none of STUN, DTLS, RTP or RTCP (RFC 7983)."),
    LOST_ON_PURPOSE("The configuration has incoming packets lost (jmt.debug.packet-loss.incoming)."),
    UNKNOWN_ADDRESS("The address belongs to no endpoint and the datagram is not a STUN request."),
    UNKNOWN_UFRAG("The STUN request names a user fragment that no endpoint has."),
    NO_KEYS("Media came before the DTLS handshake was complete."),
    MALFORMED_RTP("The RTP header is cut off or of another version."),
    MALFORMED_EXTENSION("An element of the RTP header extension is cut off (RFC 8285)."),
    MALFORMED_RTCP("The RTCP compound is cut off or inconsistent."),
    UNKNOWN_SSRC("The endpoint did not declare the SSRC."),
    TOO_MANY_SSRCS("The session's table of SSRCs is full."),
    REPLAYED("The SRTP index was seen before."),
    TOO_OLD("The SRTP index lies behind the replay window."),
    AUTHENTICATION_FAILED("The SRTP authentication tag does not match."),
    MALFORMED_SRTP("The packet is too short or not as its SRTP profile wants it."),
    UNKNOWN_PAYLOAD_TYPE("The sender did not negotiate the payload type."),
    PAYLOAD_TYPE_NOT_ACCEPTED("The receiver did not negotiate the payload type."),
    UNKNOWN_FEEDBACK_SSRC("Feedback about a stream that the endpoint does not get."),
    KEY_FRAME_REQUEST_LIMITED("A PLI or FIR more often than a receiver may ask for a key frame."),
    SENDER_REPORT_LIMITED("A sender report more often than they are passed on."),
    HEADER_TOO_LONG_TO_REPEAT("A packet was asked for again whose RTP header is longer than what is kept of one."),
    UNUSED_RTCP("An RTCP message that has no effect here, for example a bandwidth estimate of the receiver's."),
    SILENCE("No loss: a silence goes on, of which receivers have heard the beginning."),
    NOT_AMONG_LOUDEST("No loss: others are louder, and only the loudest are heard (videobridge.loudest)."),
    FORCE_MUTED("The focus muted the source."),
    CORRECTION_NOT_USED("A forward error correction stream: not forwarded as it is."),
    RETRANSMISSION_OF_NOTHING(
            "A retransmission (RFC 4588) without FID group, apt, or a stream that it could belong to."),
    DUPLICATE("The packet came before, by itself or as a retransmission."),
    TOO_LATE("The packet is so late that it is unknown whether it came before."),
    OLDER_THAN_FIRST("The packet is older than the first one that was forwarded on its stream."),
    MALFORMED_DESCRIPTOR("The payload descriptor of a video packet is cut off: no decoder could use it."),
    BEFORE_KEY_FRAME("The encoding came back under another SSRC, and only a key frame can be gone on with."),
    NOT_SELECTED("No loss: the receiver is to get another layer of the source. Not counted as a drop."),
    RECEIVER_NOT_READY("The receiver has no keys yet, or lost consent."),
    EGRESS_FULL("The socket's send buffer and our batch are full."),
    OVERSIZE_DATAGRAM("A STUN or DTLS datagram of ours is longer than an egress slot."),
    TUPLE_TABLE_FULL("An endpoint's tuple was not remembered: the worker's table is full."),
    SLOT_TOO_SMALL("The packet does not fit into an egress slot."),
    RING_OVERRUN("This worker was so late that the packet was overwritten before all receivers had it."),
    WAITED_TOO_LONG("The worker is overloaded: the packet waited for its receivers for a second."),
    PACER_THINNED("Too much waited for a receiver: a frame of a higher temporal layer was left out."),
    PACER_OVERFLOW("More waited for a receiver than its link takes in time: its video resumes with a key frame."),
    TOO_MANY_WAITING("So many packets wait for the conference's receivers that this one was not taken.");

    private final String sentence;

    DropReason(String sentence) {
        this.sentence = sentence;
    }

    /** What it means, for people. */
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
