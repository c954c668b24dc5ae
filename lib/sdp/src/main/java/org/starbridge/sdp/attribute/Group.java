package org.starbridge.sdp.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Media sections that belong together (RFC 5888 section 5).
 *
 * @param semantics {@link #BUNDLE} or another token
 * @param mids of the sections, in order; may be empty
 */
public record Group(String semantics, List<String> mids) implements Attribute {
    /** Sections that share a transport (RFC 9143). */
    public static final String BUNDLE = "BUNDLE";

    static final String NAME = "group";

    public Group {
        mids = List.copyOf(mids);
    }

    static Group parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String semantics = words.token("semantics").toUpperCase(Locale.ROOT);
        List<String> mids = new ArrayList<>();
        while (words.hasMore()) {
            mids.add(words.token("mid"));
        }
        return new Group(semantics, mids);
    }

    @Override
    public String text() {
        return NAME + ":" + semantics + (mids.isEmpty() ? "" : " " + String.join(" ", mids));
    }
}
