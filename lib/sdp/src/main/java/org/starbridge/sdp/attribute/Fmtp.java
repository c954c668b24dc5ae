package org.starbridge.sdp.attribute;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.sdp.text.Parameters;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Parameters of a payload type (RFC 8866 section 6.15).
 *
 * @param payloadType 0 to 127
 * @param parameters by name in lower case, in order; {@link #NAMELESS} of one without a name ({@code 111/111} of RED)
 */
public record Fmtp(int payloadType, Map<String, String> parameters) implements RtpAttribute {
    /** The key of a parameter without a name. */
    public static final String NAMELESS = Parameters.NAMELESS;

    static final String NAME = "fmtp";
    private static final int MAX_PARAMETERS = 64;

    public Fmtp {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    static Fmtp parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        int payloadType = words.number("payload type", 0, 127);
        return new Fmtp(payloadType, Parameters.parse(words, words.rest(), MAX_PARAMETERS));
    }

    @Override
    public String text() {
        return NAME + ":" + payloadType + (parameters.isEmpty() ? "" : " " + Parameters.text(parameters));
    }
}
