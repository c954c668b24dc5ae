package org.starbridge.media.api;

/**
 * Hears of bugs that were met on media workers. Called on the worker's thread, after which the worker goes on: must
 * return at once.
 */
@FunctionalInterface
public interface ErrorHandler {
    /** A bug was met; if it names a conference, all workers have dropped that, and control should end it too. */
    void onFault(Fault fault);
}
