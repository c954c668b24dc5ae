package org.starbridge.media.api;

/**
 * Handler of exceptions on media workers, called on the worker's thread. The worker continues afterwards: must return
 * at once.
 */
@FunctionalInterface
public interface ErrorHandler {
    /** A bug was met; if it names a conference, all workers have dropped that, and control should end it too. */
    void onFault(Fault fault);
}
