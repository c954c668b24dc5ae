package org.starbridge.sdp.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * SSRCs that belong together (RFC 5576 section 4.2).
 *
 * @param semantics {@code FID}, {@code SIM}, {@code FEC-FR} or another token
 * @param ssrcs each 0 to 2^32-1, in order; one or more
 */
public record SsrcGroup(String semantics, List<Long> ssrcs) implements SourceAttribute {
    static final String NAME = "ssrc-group";
    private static final int MAX_SSRCS = 64;

    public SsrcGroup {
        ssrcs = List.copyOf(ssrcs);
    }

    static SsrcGroup parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String semantics = words.token("semantics").toUpperCase(Locale.ROOT);
        List<Long> ssrcs = new ArrayList<>();
        do {
            ssrcs.add(words.uint32("ssrc"));
            if (ssrcs.size() > MAX_SSRCS) {
                throw words.fault("with more than " + MAX_SSRCS + " SSRCs");
            }
        } while (words.hasMore());
        return new SsrcGroup(semantics, ssrcs);
    }

    @Override
    public String text() {
        return NAME + ":" + semantics + " "
                + ssrcs.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }
}
