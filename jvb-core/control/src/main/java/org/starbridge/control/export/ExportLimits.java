package org.starbridge.control.export;

/**
 * Limits of the exports of one conference.
 *
 * @param exports exports of a conference at the same time
 * @param names names in one list of an export
 * @param headers headers of an export
 * @param headerChars characters of a header's value
 * @param urlChars characters of a URL
 */
public record ExportLimits(int exports, int names, int headers, int headerChars, int urlChars) {
    /** A translator for each of some hundred speakers; a token of a few kilobytes. */
    public static final ExportLimits DEFAULT = new ExportLimits(500, 1_000, 32, 8_192, 8_192);
}
