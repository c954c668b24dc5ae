package org.starbridge.sdp.attribute;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The id of a header extension (RFC 8285 section 8).
 *
 * @param id 1 to 255, without 15; what ids of 4096 and more stand for is not supported
 * @param direction null if not given
 * @param uri what the extension is
 * @param parameters what follows; empty if nothing does
 */
public record ExtMap(int id, @Nullable Direction direction, String uri, String parameters) implements RtpAttribute {
    static final String NAME = "extmap";

    /** One without direction and parameters. */
    public ExtMap(int id, String uri) {
        this(id, null, uri, "");
    }

    static ExtMap parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        List<String> parts = Words.split(words.word("id"), '/');
        int id = (int) words.number("id", parts.getFirst(), 1, 255);
        if (id == 15 || parts.size() > 2) {
            throw words.fault(
                    "\"" + Words.quoted(value) + "\": expected an id of 1 to 255, but not 15, or id/direction");
        }
        Direction direction = null;
        if (parts.size() == 2) {
            direction = AttributeReader.direction(parts.get(1).toLowerCase(Locale.ROOT));
            if (direction == null) {
                throw words.fault("direction \"" + Words.quoted(parts.get(1)) + "\": expected sendonly or such");
            }
        }
        return new ExtMap(id, direction, words.word("uri"), words.rest());
    }

    @Override
    public String text() {
        return NAME + ":" + id + (direction == null ? "" : "/" + direction.text()) + " " + uri
                + (parameters.isEmpty() ? "" : " " + parameters);
    }
}
