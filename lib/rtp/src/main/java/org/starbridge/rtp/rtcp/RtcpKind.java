package org.starbridge.rtp.rtcp;

import org.starbridge.rtp.memory.Memory;

/** Kind of an RTCP block, from its type, its format and, for REMB, its identifier. */
public enum RtcpKind {
    /** SR, RFC 3550 section 6.4.1. */
    SENDER_REPORT,
    /** RR, RFC 3550 section 6.4.2. */
    RECEIVER_REPORT,
    /** SDES, RFC 3550 section 6.5. */
    SOURCE_DESCRIPTION,
    /** BYE, RFC 3550 section 6.6. */
    BYE,
    /** Generic NACK, RFC 4585 section 6.2.1. */
    GENERIC_NACK,
    /** draft-holmer-rmcat-transport-wide-cc-extensions-01. */
    TRANSPORT_FEEDBACK,
    /** PLI, RFC 4585 section 6.3.1. */
    PICTURE_LOSS_INDICATION,
    /** FIR, RFC 5104 section 4.3.1. */
    FULL_INTRA_REQUEST,
    /** draft-alvestrand-rmcat-remb-03. */
    REMB,
    /** Well formed, and nothing that we read. */
    OTHER;

    static final int TYPE_SR = 200;
    static final int TYPE_RR = 201;
    static final int TYPE_SDES = 202;
    static final int TYPE_BYE = 203;
    static final int TYPE_RTPFB = 205;
    static final int TYPE_PSFB = 206;

    static final int FORMAT_NACK = 1;
    static final int FORMAT_TRANSPORT_FEEDBACK = 15;
    static final int FORMAT_PLI = 1;
    static final int FORMAT_FIR = 4;
    static final int FORMAT_APPLICATION = 15;

    static RtcpKind of(int type, int format, long bodyAddress, int bodyLengthBytes) {
        return switch (type) {
            case TYPE_SR -> SENDER_REPORT;
            case TYPE_RR -> RECEIVER_REPORT;
            case TYPE_SDES -> SOURCE_DESCRIPTION;
            case TYPE_BYE -> BYE;
            case TYPE_RTPFB ->
                switch (format) {
                    case FORMAT_NACK -> GENERIC_NACK;
                    case FORMAT_TRANSPORT_FEEDBACK -> TRANSPORT_FEEDBACK;
                    default -> OTHER;
                };
            case TYPE_PSFB ->
                switch (format) {
                    case FORMAT_PLI -> PICTURE_LOSS_INDICATION;
                    case FORMAT_FIR -> FULL_INTRA_REQUEST;
                    case FORMAT_APPLICATION ->
                        bodyLengthBytes >= 12 && Memory.i32(bodyAddress + 8) == Remb.IDENTIFIER ? REMB : OTHER;
                    default -> OTHER;
                };
            default -> OTHER;
        };
    }
}
