package org.starbridge.hammer.app;

import org.starbridge.hammer.client.ClientConference;

/** Lets the senders speak one after the other. One thread. */
final class SpeakerRotation {
    private final ClientConference swarm;
    private final int senders;
    private final long turnNs;
    private final long startNs = System.nanoTime();

    /** {@code seconds}: how long each speaks; 0 if everybody always does. */
    SpeakerRotation(ClientConference swarm, int senders, double seconds) {
        this.swarm = swarm;
        this.senders = senders;
        turnNs = Math.round(seconds * 1e9);
    }

    /** Gives the floor to whose turn it is; to be called often. */
    void tick() {
        if (turnNs > 0) {
            swarm.giveFloor((int) ((System.nanoTime() - startNs) / turnNs % senders));
        }
    }
}
