package org.starbridge.rtp.codec;

/** The video codecs whose payloads the bridge looks into. */
public enum VideoCodec {
    /** RFC 7741. */
    VP8,
    /** RFC 9628. */
    VP9,
    /** RFC 6184. */
    H264,
    /** RFC 7798. */
    H265,
    /** The RTP payload format for AV1 of the Alliance for Open Media. */
    AV1,
    /** Any other: forwarded, never looked into. */
    OTHER
}
