package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The ICE user fragment (RFC 8839 section 5.4).
 *
 * @param value 4 to 256 characters
 */
public record IceUfrag(String value) implements TransportAttribute {
    static final String NAME = "ice-ufrag";

    static IceUfrag parse(int line, String value) throws SdpException {
        if (value.length() < 4 || value.length() > 256 || !Words.isIceText(value)) {
            throw new SdpException(
                    line, NAME + " \"" + Words.quoted(value) + "\": expected 4 to 256 letters, digits, + and /");
        }
        return new IceUfrag(value);
    }

    @Override
    public String text() {
        return NAME + ":" + value;
    }
}
