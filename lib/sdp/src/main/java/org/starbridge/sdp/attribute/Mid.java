package org.starbridge.sdp.attribute;

import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The name of a media section (RFC 5888 section 4).
 *
 * @param id a token, unique in the description
 */
public record Mid(String id) implements Attribute {
    static final String NAME = "mid";

    static Mid parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String id = words.token("name");
        words.end();
        return new Mid(id);
    }

    @Override
    public String text() {
        return NAME + ":" + id;
    }
}
