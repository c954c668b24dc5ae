package org.starbridge.bridge.xmpp;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of events over XMPP since the start, and how the statistics show them. */
public enum XmppCounter implements Counter {
    REQUESTS("xmpp_requests", "Colibri2 requests over XMPP."),
    /** Colibri2 requests that could not be read or carried out, answered with an error. */
    REQUESTS_REFUSED("xmpp_requests_refused", "Colibri2 requests over XMPP answered with an error."),
    REQUESTS_OVERLOADED("xmpp_requests_overloaded", "Colibri2 requests over XMPP refused because 4096 were waiting."),
    REQUESTS_UNKNOWN("xmpp_requests_unknown", "Requests over XMPP of unknown types, answered with an error."),
    REQUESTS_FORBIDDEN(
            "xmpp_requests_forbidden",
            "Requests over XMPP from outside the bridge's rooms or without the required role, answered with an error."),
    UNREADABLE("xmpp_stanzas_unreadable", "Stanzas that could not be read or exceeded a limit."),
    DISCONNECTS("xmpp_disconnects", "Connections to XMPP servers that ended unexpectedly."),
    FAILED_ATTEMPTS(
            "xmpp_failed_attempts", "Attempts to connect to an XMPP server, log in or join a room that failed."),
    UNSENT("xmpp_unsent", "Answers and presences dropped because there was no connection.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    XmppCounter(String metric, String help) {
        descriptor = CounterDescriptor.total(metric, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
