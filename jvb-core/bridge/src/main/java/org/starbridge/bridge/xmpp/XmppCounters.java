package org.starbridge.bridge.xmpp;

import java.util.concurrent.atomic.LongAdder;

/** What happened over XMPP since the start. Any thread counts, any thread reads; nothing ever falls. */
public final class XmppCounters {
    /** Colibri2 requests, refused ones included. */
    public final LongAdder requests = new LongAdder();

    /** Colibri2 requests that could not be read or carried out, answered with an error. */
    public final LongAdder requestsRefused = new LongAdder();

    /** Colibri2 requests beyond those that may wait, answered with an error. */
    public final LongAdder requestsOverloaded = new LongAdder();

    /** Requests of kinds that nobody here knows, answered with an error. */
    public final LongAdder requestsUnknown = new LongAdder();

    /** Requests from outside the bridge's rooms, or from occupants without the role they need, answered with an error. */
    public final LongAdder requestsForbidden = new LongAdder();

    /** Stanzas that could not be read, or only in part. */
    public final LongAdder unreadable = new LongAdder();

    /** Connections that ended without our will. */
    public final LongAdder disconnects = new LongAdder();

    /** Attempts to connect, log in or join that failed. */
    public final LongAdder failedAttempts = new LongAdder();

    /** Answers and presences that found no connection. */
    public final LongAdder unsent = new LongAdder();
}
