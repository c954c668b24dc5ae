package org.starbridge.control.event;

/**
 * A listener for events of conferences and their endpoints. Called by any thread, media workers included: must return
 * at once.
 */
@FunctionalInterface
public interface CallEvents {
    /** Hears nothing: for conferences that are not calls. */
    CallEvents NONE = _ -> {};

    void onEvent(CallEvent event);
}
