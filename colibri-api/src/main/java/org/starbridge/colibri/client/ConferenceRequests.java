package org.starbridge.colibri.client;

import java.io.IOException;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/** A way to ask a bridge for conferences. Calls block until the answer is there; any thread, any number at once. */
public interface ConferenceRequests extends AutoCloseable {
    /**
     * Sends a request.
     *
     * @throws Colibri2Exception if the bridge refused it
     * @throws IOException if no usable answer came
     */
    ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException;

    /** Ends a conference. */
    default void expire(String meetingId) throws IOException, InterruptedException {
        send(ConferenceModify.expiring(meetingId));
    }

    @Override
    void close();
}
