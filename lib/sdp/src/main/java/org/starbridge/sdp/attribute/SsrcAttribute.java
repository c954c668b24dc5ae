package org.starbridge.sdp.attribute;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Attribute of an SSRC (RFC 5576 section 4.1).
 *
 * @param ssrc 0 to 2^32-1
 * @param name of the attribute: "cname" or "msid"
 * @param value null if it has none
 */
public record SsrcAttribute(
        long ssrc, String name, @Nullable String value) implements SourceAttribute {
    static final String NAME = "ssrc";

    static SsrcAttribute parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        long ssrc = words.uint32("number");
        String attribute = words.rest();
        int colon = attribute.indexOf(':');
        String name = (colon < 0 ? attribute : attribute.substring(0, colon)).toLowerCase(Locale.ROOT);
        words.checked("attribute", name, Words::isToken, "a name like cname");
        return new SsrcAttribute(ssrc, name, colon < 0 ? null : attribute.substring(colon + 1));
    }

    @Override
    public String text() {
        return NAME + ":" + ssrc + " " + name + (value == null ? "" : ":" + value);
    }
}
