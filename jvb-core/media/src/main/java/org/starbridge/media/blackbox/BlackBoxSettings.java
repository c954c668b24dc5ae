package org.starbridge.media.blackbox;

/**
 * Limits of black boxes.
 *
 * @param isOn whether conferences are logged
 * @param conferenceBytes memory of one conference's log on one worker
 * @param totalBytes memory of all logs
 * @param keepNs what is older falls off
 */
public record BlackBoxSettings(boolean isOn, long conferenceBytes, long totalBytes, long keepNs) {
    /** Nothing is logged. */
    public static final BlackBoxSettings OFF = new BlackBoxSettings(false, 8L << 20, 256L << 20, 60_000_000_000L);

    /** The same, on. */
    public BlackBoxSettings on() {
        return new BlackBoxSettings(true, conferenceBytes, totalBytes, keepNs);
    }

    public BlackBoxSettings {
        if (conferenceBytes < 1 << 17 || totalBytes < conferenceBytes || keepNs < 1_000_000_000) {
            throw new IllegalArgumentException("a black box of " + conferenceBytes + " bytes of " + totalBytes + ", "
                    + keepNs + " ns: expected 128 KiB or more, not more than of all, and 1 s or more");
        }
    }
}
