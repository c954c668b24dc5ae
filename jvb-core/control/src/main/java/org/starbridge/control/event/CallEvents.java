package org.starbridge.control.event;

/**
 * Hears what happens to conferences and their endpoints. Called by any thread, media workers among them: must return at
 * once.
 */
@FunctionalInterface
public interface CallEvents {
    /** Hears nothing: for conferences that are not calls. */
    CallEvents NONE = _ -> {};

    void onEvent(CallEvent event);
}
