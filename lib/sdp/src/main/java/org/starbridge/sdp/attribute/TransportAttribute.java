package org.starbridge.sdp.attribute;

import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;

/** Way of packets to the sender of a description: ICE (RFC 8839), DTLS (RFC 8122, RFC 8842) and SCTP (RFC 8841). */
public sealed interface TransportAttribute extends Attribute
        permits Candidate, Fingerprint, IceOptions, IcePwd, IceUfrag, MaxMessageSize, SctpPort, Setup {
    /** Reads the value of an attribute of this kind; null if the name is another's. */
    static @Nullable TransportAttribute read(int line, String name, String value) throws SdpException {
        return switch (name) {
            case Candidate.NAME -> Candidate.parse(line, value);
            case Fingerprint.NAME -> Fingerprint.parse(line, value);
            case IceOptions.NAME -> IceOptions.parse(line, value);
            case IcePwd.NAME -> IcePwd.parse(line, value);
            case IceUfrag.NAME -> IceUfrag.parse(line, value);
            case MaxMessageSize.NAME -> MaxMessageSize.parse(line, value);
            case SctpPort.NAME -> SctpPort.parse(line, value);
            case Setup.NAME -> Setup.parse(line, value);
            default -> null;
        };
    }
}
