package org.starbridge.media.speech;

/**
 * Where only the loudest are heard: who is heard from now on, told to the worker of who speaks. Called on the listening
 * worker's thread.
 */
@FunctionalInterface
public interface LoudestFeedback {
    /** Everybody is heard always. */
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
