package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The ICE password (RFC 8839 section 5.4).
 *
 * @param value 22 to 256 characters
 */
public record IcePwd(String value) implements TransportAttribute {
    static final String NAME = "ice-pwd";

    /** The fault does not quote the value. */
    static IcePwd parse(int line, String value) throws SdpException {
        if (value.length() < 22 || value.length() > 256 || !Words.isIceText(value)) {
            throw new SdpException(
                    line, NAME + " of " + value.length() + " characters: expected 22 to 256 letters, digits, + and /");
        }
        return new IcePwd(value);
    }

    @Override
    public String text() {
        return NAME + ":" + value;
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "IcePwd[]";
    }
}
