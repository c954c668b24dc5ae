package org.starbridge.media.speech;

import org.starbridge.lastn.speech.SpeechSettings;

/**
 * Use that media workers make of audio levels.
 *
 * @param settings what is wanted to be known
 * @param sink takes the events
 */
public record SpeechRouting(SpeechSettings settings, SpeechSink sink) {
    /** Decisions have no listener. */
    public static final SpeechRouting NONE = new SpeechRouting(SpeechSettings.defaults(), (_, _) -> {});
}
