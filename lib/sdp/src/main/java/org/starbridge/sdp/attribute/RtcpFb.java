package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Feedback that a payload type may be given (RFC 4585 section 4.2).
 *
 * @param payloadType 0 to 127, or {@link #ALL}
 * @param type first word: {@code nack}, {@code ccm}, {@code transport-cc}
 * @param parameter what follows: {@code pli}; empty if nothing does
 */
public record RtcpFb(int payloadType, String type, String parameter) implements RtpAttribute {
    /** All payload types of the section. */
    public static final int ALL = -1;

    static final String NAME = "rtcp-fb";
    private static final String WILDCARD = "*";

    static RtcpFb parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String payloadType = words.word("payload type");
        int number = payloadType.equals(WILDCARD) ? ALL : (int) words.number("payload type", payloadType, 0, 127);
        return new RtcpFb(number, words.token("type"), words.rest());
    }

    @Override
    public String text() {
        return NAME + ":" + (payloadType == ALL ? WILDCARD : payloadType) + " " + type
                + (parameter.isEmpty() ? "" : " " + parameter);
    }
}
