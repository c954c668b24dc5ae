package org.starbridge.sdp.attribute;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.starbridge.sdp.text.Parameters;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * An encoding by name (RFC 8851 section 4).
 *
 * @param id letters, digits, hyphens and underscores; 1 to 255 of them
 * @param isSent whether the sender of the description sends it, and does not receive it
 * @param restrictions by name in lower case, in order: {@code max-width}, {@code pt}
 */
public record Rid(String id, boolean isSent, Map<String, String> restrictions) implements SourceAttribute {
    static final String NAME = "rid";
    private static final int MAX_LENGTH = 255;
    private static final int MAX_RESTRICTIONS = 32;

    public Rid {
        restrictions = Collections.unmodifiableMap(new LinkedHashMap<>(restrictions));
    }

    static Rid parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String id = words.checked(
                "id",
                words.word("id"),
                word -> Words.isRid(word) && word.length() <= MAX_LENGTH,
                "1 to 255 letters, digits, hyphens and underscores");
        String direction = words.word("direction").toLowerCase(Locale.ROOT);
        if (!direction.equals("send") && !direction.equals("recv")) {
            throw words.fault("direction \"" + Words.quoted(direction) + "\": expected send or recv");
        }
        return new Rid(id, direction.equals("send"), Parameters.parse(words, words.rest(), MAX_RESTRICTIONS));
    }

    @Override
    public String text() {
        return NAME + ":" + id + (isSent ? " send" : " recv")
                + (restrictions.isEmpty() ? "" : " " + Parameters.text(restrictions));
    }
}
