package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The SCTP port of data channels (RFC 8841 section 5).
 *
 * @param port 0 to 65535
 */
public record SctpPort(int port) implements TransportAttribute {
    static final String NAME = "sctp-port";

    static SctpPort parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        int port = words.number("port", 0, 65535);
        words.end();
        return new SctpPort(port);
    }

    @Override
    public String text() {
        return NAME + ":" + port;
    }
}
