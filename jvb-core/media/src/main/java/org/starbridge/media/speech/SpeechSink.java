package org.starbridge.media.speech;

import org.starbridge.lastn.speech.SpeechActivity;

/** Hears who speaks. Called on a media worker's thread: must return at once. */
@FunctionalInterface
public interface SpeechSink {
    /**
     * Others speak than before.
     *
     * @param conferenceId the bridge-local id; events of one conference come in the order in which they happened
     * @param snapshot endpoints by {@link org.starbridge.media.api.MediaEndpoint#key()}
     */
    void onSpeech(String conferenceId, SpeechActivity.Snapshot snapshot);

    /** The speakers of a conference were weighed, whether or not others speak now. */
    default void onWeighed(String conferenceId) {}
}
