package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Side that opens the DTLS handshake, seen from the sender of the description (RFC 4145 section 4, RFC 8842 section
 * 5.2).
 */
public enum Setup implements TransportAttribute {
    ACTIVE("active"),
    PASSIVE("passive"),
    ACTPASS("actpass"),
    HOLDCONN("holdconn");

    static final String NAME = "setup";

    private final String value;

    Setup(String value) {
        this.value = value;
    }

    static Setup parse(int line, String value) throws SdpException {
        for (Setup setup : values()) {
            if (setup.value.equalsIgnoreCase(value)) {
                return setup;
            }
        }
        throw new SdpException(
                line, NAME + " \"" + Words.quoted(value) + "\": expected active, passive, actpass or holdconn");
    }

    @Override
    public String text() {
        return NAME + ":" + value;
    }
}
