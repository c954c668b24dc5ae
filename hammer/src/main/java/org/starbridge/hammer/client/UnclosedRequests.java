package org.starbridge.hammer.client;

import java.io.IOException;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.ConferenceRequests;

/**
 * A way to ask a bridge that several conferences use, so that none of them closes it. Any thread.
 *
 * @param shared closed by its owner
 */
record UnclosedRequests(ConferenceRequests shared) implements ConferenceRequests {
    @Override
    public ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException {
        return shared.send(request);
    }

    @Override
    public void expire(String meetingId) throws IOException, InterruptedException {
        shared.expire(meetingId);
    }

    @Override
    public void close() {}
}
