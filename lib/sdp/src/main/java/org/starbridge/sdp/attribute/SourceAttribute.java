package org.starbridge.sdp.attribute;

import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;

/** Streams that a media section has: tracks (RFC 8830), SSRCs (RFC 5576) and simulcast (RFC 8851, RFC 8853). */
public sealed interface SourceAttribute extends Attribute permits Msid, Rid, Simulcast, SsrcAttribute, SsrcGroup {
    /** Reads the value of an attribute of this kind; null if the name is another's. */
    static @Nullable SourceAttribute read(int line, String name, String value) throws SdpException {
        return switch (name) {
            case Msid.NAME -> Msid.parse(line, value);
            case Rid.NAME -> Rid.parse(line, value);
            case Simulcast.NAME -> Simulcast.parse(line, value);
            case SsrcAttribute.NAME -> SsrcAttribute.parse(line, value);
            case SsrcGroup.NAME -> SsrcGroup.parse(line, value);
            default -> null;
        };
    }
}
