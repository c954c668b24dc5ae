package org.starbridge.media.speech;

/**
 * Feedback for where only the loudest are forwarded: tells a speaker's worker whether it is one of them. Called on the
 * listening worker's thread.
 */
@FunctionalInterface
public interface LoudestFeedback {
    /** All speakers are forwarded always. */
    LoudestFeedback EVERYBODY = (_, _, _) -> true;

    /**
     * Others are to hear an audio stream, or not any more.
     *
     * @param endpointKey the transport over which it comes
     * @param handle its stream's
     * @return whether it could be said; if not, it is said with the next level
     */
    boolean onHeard(int endpointKey, int handle, boolean isHeard);
}
