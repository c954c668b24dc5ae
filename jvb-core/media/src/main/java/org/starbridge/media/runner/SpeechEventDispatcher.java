package org.starbridge.media.runner;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.speech.SpeechSink;

/**
 * Carries what media workers hear of speakers over to the control side, which may have to wait for a conference's lock:
 * on other threads, one at a time for each conference, and only the latest. Any thread may use it.
 */
public final class SpeechEventDispatcher implements SpeechSink {
    private final Executor executor;
    /** Events of a conference that are to be delivered, or are being delivered. */
    private final Map<String, SpeechActivity.Snapshot> latest = new ConcurrentHashMap<>();

    private volatile SpeechSink taker = (_, _) -> {};

    /** @param executor runs what may wait */
    public SpeechEventDispatcher(Executor executor) {
        this.executor = executor;
    }

    /** From now on this one gets the events; it must not throw. */
    public void tell(SpeechSink taker) {
        this.taker = taker;
    }

    @Override
    public void onSpeech(String conferenceId, SpeechActivity.Snapshot snapshot) {
        if (latest.put(conferenceId, snapshot) == null) {
            executor.execute(() -> bring(conferenceId));
        }
    }

    private void bring(String conferenceId) {
        SpeechActivity.Snapshot told = latest.get(conferenceId);
        try {
            while (told != null) {
                taker.onSpeech(conferenceId, told);
                if (latest.remove(conferenceId, told)) {
                    return;
                }
                told = latest.get(conferenceId);
            }
        } catch (RuntimeException | Error e) {
            latest.remove(conferenceId);
            throw e;
        }
    }
}
