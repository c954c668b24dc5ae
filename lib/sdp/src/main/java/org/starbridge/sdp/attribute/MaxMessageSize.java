package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The largest message that the sender takes over data channels (RFC 8841 section 6).
 *
 * @param bytes 0 for any size
 */
public record MaxMessageSize(long bytes) implements TransportAttribute {
    static final String NAME = "max-message-size";

    static MaxMessageSize parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        long bytes = words.number("size", words.word("size"), 0, Long.MAX_VALUE);
        words.end();
        return new MaxMessageSize(bytes);
    }

    @Override
    public String text() {
        return NAME + ":" + bytes;
    }
}
