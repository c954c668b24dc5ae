package org.starbridge.hammer.app;

import org.starbridge.hammer.client.ClientConference;

/** Lets the senders speak one after the other. One thread. */
final class SpeakerRotation {
    private final ClientConference conference;
    private final int senders;
    private final long turnNs;
    private final long startNs = System.nanoTime();

    /** {@code seconds}: how long each speaks; more than 0. */
    SpeakerRotation(ClientConference conference, int senders, double seconds) {
        this.conference = conference;
        this.senders = senders;
        turnNs = Math.round(seconds * 1e9);
    }

    /** Gives the floor to whose turn it is; to be called often. */
    void tick() {
        conference.giveFloor((int) ((System.nanoTime() - startNs) / turnNs % senders));
    }
}
