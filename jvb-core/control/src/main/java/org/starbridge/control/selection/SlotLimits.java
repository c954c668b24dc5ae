package org.starbridge.control.selection;

/**
 * Number of SSRCs that a receiver whose SSRCs are rewritten is sent, whatever the size of its conference.
 *
 * @param video slots for video sources, each with a second SSRC for retransmissions
 *     ({@code videobridge.ssrc-limit.video}); 50
 * @param audio slots for audio sources ({@code videobridge.ssrc-limit.audio}); 50: in a larger conference, the latest
 *     speakers
 */
public record SlotLimits(int video, int audio) {
    /** As many as a browser decodes, and more than it shows. */
    public static final SlotLimits DEFAULT = new SlotLimits(50, 50);

    /** For a client with one media section of each kind. */
    public static final SlotLimits ONE_OF_EACH_KIND = new SlotLimits(1, 1);

    /** SRTP contexts and decoders are kept for each slot: as many as a receiver's session has room for. */
    public static final int MAX = 1000;

    /** @throws IllegalArgumentException for a number that is not between 1 and {@value #MAX} */
    public SlotLimits {
        require("video", video);
        require("audio", audio);
    }

    private static void require(String what, int slots) {
        if (slots < 1 || slots > MAX) {
            throw new IllegalArgumentException(what + " slots: " + slots + ": expected 1 to " + MAX);
        }
    }
}
