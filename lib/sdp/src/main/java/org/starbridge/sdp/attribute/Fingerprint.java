package org.starbridge.sdp.attribute;

import java.util.Locale;
import java.util.regex.Pattern;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * The fingerprint of a certificate (RFC 8122 section 5).
 *
 * @param hash in lower case: {@code sha-256}
 * @param value pairs of hex digits, joined by colons, as given
 */
public record Fingerprint(String hash, String value) implements TransportAttribute {
    static final String NAME = "fingerprint";
    private static final Pattern OCTETS = Pattern.compile("[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){0,63}+");

    public Fingerprint {
        hash = hash.toLowerCase(Locale.ROOT);
    }

    static Fingerprint parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        String hash = words.token("hash function");
        String octets = words.checked(
                "value",
                words.word("value"),
                word -> OCTETS.matcher(word).matches(),
                "up to 64 pairs of hex digits, joined by colons");
        words.end();
        return new Fingerprint(hash, octets);
    }

    @Override
    public String text() {
        return NAME + ":" + hash + " " + value;
    }
}
