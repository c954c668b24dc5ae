package org.starbridge.sdp.attribute;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Abilities of the sender's ICE (RFC 8839 section 5.6).
 *
 * @param options {@code trickle}, {@code ice2}, {@code renomination}
 */
public record IceOptions(List<String> options) implements TransportAttribute {
    static final String NAME = "ice-options";

    public IceOptions {
        options = List.copyOf(options);
    }

    static IceOptions parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        List<String> options = new ArrayList<>();
        do {
            for (String option : Words.split(words.word("option"), ',')) { // libdatachannel separates by commas
                options.add(words.checked("option", option, Words::isToken, "a token"));
            }
        } while (words.hasMore());
        return new IceOptions(options);
    }

    @Override
    public String text() {
        return NAME + ":" + String.join(" ", options);
    }
}
