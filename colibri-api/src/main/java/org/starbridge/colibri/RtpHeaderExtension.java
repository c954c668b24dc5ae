package org.starbridge.colibri;

/**
 * The id under which packets carry a header extension (RFC 8285 section 5).
 *
 * @param id 1 to 255; beyond 14 (15 is reserved in the one-byte form) only two-byte headers can carry it
 * @param uri what the extension is; not blank
 */
public record RtpHeaderExtension(int id, String uri) {
    public RtpHeaderExtension {
        Checks.inRange("header extension id", id, 1, 255);
        Checks.notBlank("header extension uri", uri);
    }
}
