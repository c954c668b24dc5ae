package org.starbridge.sdp.attribute;

/** One {@code a=} line (RFC 8866 section 5.13). */
public sealed interface Attribute
        permits Candidate,
                Direction,
                ExtMap,
                Fingerprint,
                Flag,
                Fmtp,
                Group,
                IceOptions,
                IcePwd,
                IceUfrag,
                MaxMessageSize,
                Mid,
                Msid,
                OtherAttribute,
                Rid,
                RtcpFb,
                RtpMap,
                SctpPort,
                Setup,
                Simulcast,
                SsrcAttribute,
                SsrcGroup {
    /** What stands after {@code a=}. */
    String text();
}
