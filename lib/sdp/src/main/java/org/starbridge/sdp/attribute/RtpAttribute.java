package org.starbridge.sdp.attribute;

import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;

/**
 * Meaning of the numbers in RTP packets: payload types (RFC 8866), their feedback (RFC 4585) and header extensions (RFC
 * 8285).
 */
public sealed interface RtpAttribute extends Attribute permits ExtMap, Fmtp, RtcpFb, RtpMap {
    /** Reads the value of an attribute of this kind; null if the name is another's. */
    static @Nullable RtpAttribute read(int line, String name, String value) throws SdpException {
        return switch (name) {
            case ExtMap.NAME -> ExtMap.isUnused(value) ? null : ExtMap.parse(line, value);
            case Fmtp.NAME -> Fmtp.parse(line, value);
            case RtcpFb.NAME -> RtcpFb.parse(line, value);
            case RtpMap.NAME -> RtpMap.parse(line, value);
            default -> null;
        };
    }
}
