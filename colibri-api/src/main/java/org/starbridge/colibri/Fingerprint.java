package org.starbridge.colibri;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fingerprint of a DTLS certificate (RFC 8122 section 5) and what its owner wants to be in the handshake.
 *
 * @param hash hash function, lower case ({@code sha-256})
 * @param value hex octets joined by colons, as given
 * @param setup null when not given or not understood: the role stays unset then
 * @param cryptex header extensions and CSRCs may be encrypted (RFC 9335)
 */
public record Fingerprint(
        String hash, String value, @Nullable DtlsSetup setup, boolean cryptex) {
    private static final Pattern OCTETS = Pattern.compile("[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2})*+");

    public Fingerprint {
        hash = Checks.notBlank("fingerprint hash", hash).toLowerCase(Locale.ROOT);
        if (!OCTETS.matcher(value).matches()) {
            throw new IllegalArgumentException("fingerprint \"" + value + "\": expected hex octets joined by colons");
        }
    }
}
