package org.starbridge.playlist;

/** Numbers in playlists (RFC 8216bis section 4.2). Stateless. */
final class Numbers {
    private Numbers() {}

    /** @throws PlaylistException if it is none, or below 0 */
    static double decimal(String name, String text) {
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= Long.MAX_VALUE) {
                return value;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw new PlaylistException(name + " is not a number: " + text);
    }

    /** @throws PlaylistException if it is none, or below 0 */
    static long integer(String name, String text) {
        try {
            long value = Long.parseLong(text.strip());
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException _) {
            // Reported below.
        }
        throw new PlaylistException(name + " is not a whole number: " + text);
    }
}
