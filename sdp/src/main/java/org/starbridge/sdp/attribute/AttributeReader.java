package org.starbridge.sdp.attribute;

import org.jspecify.annotations.Nullable;

/** Reads one {@code a=} line. */
public final class AttributeReader {
    private AttributeReader() {}

    /**
     * Reads the value of an attribute line.
     *
     * @param text what stands after {@code a=}
     */
    public static Attribute read(int line, String text) throws SdpException {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        if (!Words.isToken(name)) {
            throw new SdpException(line, "attribute \"" + Words.quoted(text) + "\": expected a=name or a=name:value");
        }
        return colon < 0 ? property(name) : valued(line, name, text.substring(colon + 1));
    }

    private static Attribute property(String name) {
        for (Flag flag : Flag.values()) {
            if (flag.text().equals(name)) {
                return flag;
            }
        }
        Direction direction = direction(name);
        return direction == null ? new OtherAttribute(name, null) : direction;
    }

    static @Nullable Direction direction(String name) {
        for (Direction direction : Direction.values()) {
            if (direction.text().equals(name)) {
                return direction;
            }
        }
        return null;
    }

    private static Attribute valued(int line, String name, String value) throws SdpException {
        return switch (name) {
            case Candidate.NAME -> Candidate.parse(line, value);
            case ExtMap.NAME -> ExtMap.parse(line, value);
            case Fingerprint.NAME -> Fingerprint.parse(line, value);
            case Fmtp.NAME -> Fmtp.parse(line, value);
            case Group.NAME -> Group.parse(line, value);
            case IceOptions.NAME -> IceOptions.parse(line, value);
            case IcePwd.NAME -> IcePwd.parse(line, value);
            case IceUfrag.NAME -> IceUfrag.parse(line, value);
            case MaxMessageSize.NAME -> MaxMessageSize.parse(line, value);
            case Mid.NAME -> Mid.parse(line, value);
            case Msid.NAME -> Msid.parse(line, value);
            case Rid.NAME -> Rid.parse(line, value);
            case RtcpFb.NAME -> RtcpFb.parse(line, value);
            case RtpMap.NAME -> RtpMap.parse(line, value);
            case SctpPort.NAME -> SctpPort.parse(line, value);
            case Setup.NAME -> Setup.parse(line, value);
            case Simulcast.NAME -> Simulcast.parse(line, value);
            case SsrcAttribute.NAME -> SsrcAttribute.parse(line, value);
            case SsrcGroup.NAME -> SsrcGroup.parse(line, value);
            default -> new OtherAttribute(name, value);
        };
    }
}
