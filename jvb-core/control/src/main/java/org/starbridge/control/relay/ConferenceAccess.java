package org.starbridge.control.relay;

/** The way into a conference for what comes from outside of its lock. Any thread. */
public interface ConferenceAccess {
    /** Runs a change under the lock, and publishes what it changed of forwarding. */
    void update(Runnable change);

    /** The same for a thread that must not wait: false, and nothing happens, if another one is in the conference. */
    boolean tryUpdate(Runnable change);
}
