package org.starbridge.sdp.attribute;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final int MAX_ID = 255;
    private static final int RESERVED = 15;
    /** Ids from 4096 on are for offers with more extensions than there are ids (RFC 8285 section 6). */
    private static final int MAX_OFFERED = 4351;

    private static final Pattern ID = Pattern.compile("([0-9]{1,4})(?![0-9])");

    /** One without direction and parameters. */
    public ExtMap(int id, String uri) {
        this(id, null, uri, "");
    }

    /** Returns whether the id is one of RFC 8285 that is not supported: such an extension is not used. */
    static boolean isUnused(String value) {
        Matcher id = ID.matcher(value);
        if (!id.lookingAt()) {
            return false;
        }
        int number = Integer.parseInt(id.group(1));
        return number == RESERVED || (number > MAX_ID && number <= MAX_OFFERED);
    }

    static ExtMap parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        List<String> parts = Words.split(words.word("id"), '/');
        int id = (int) words.number("id", parts.getFirst(), 1, MAX_ID);
        if (parts.size() > 2) {
            throw words.fault("\"" + Words.quoted(value) + "\": expected an id of 1 to 255, or id/direction");
        }
        Direction direction = null;
        if (parts.size() == 2) {
            direction = AttributeReader.direction(parts.get(1).toLowerCase(Locale.ROOT));
            if (direction == null) {
                throw words.fault("direction \"" + Words.quoted(parts.get(1))
                        + "\": expected sendrecv, sendonly, recvonly or inactive");
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
