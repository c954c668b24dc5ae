package org.starbridge.hammer.app.phase;

import org.starbridge.hammer.client.ClientConference;

/** Lets the senders speak one after the other. One thread. */
public final class SpeakerRotation {
    private final ClientConference conference;
    private final int senders;
    private final long turnNs;
    private final long startNs = System.nanoTime();

    /** {@code seconds}: how long each speaks; more than 0. */
    public SpeakerRotation(ClientConference conference, int senders, double seconds) {
        this.conference = conference;
        this.senders = senders;
        turnNs = Math.round(seconds * 1e9);
    }

    /** Gives the floor to whose turn it is; to be called often. */
    public void tick() {
        conference.giveFloor((int) ((System.nanoTime() - startNs) / turnNs % senders));
    }
}
