package org.starbridge.bridge.tracing;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.conference.Colibri2Handler;

/**
 * Carries out Colibri2 requests of focuses and, where that is configured, sends a span of each to a collector. Any
 * thread.
 */
public interface ColibriRequests extends AutoCloseable {
    /** Transport of a request. */
    enum Transport {
        REST,
        XMPP
    }

    /**
     * As configured.
     *
     * @param version of this bridge, for the collector
     */
    static ColibriRequests of(Colibri2Handler handler, TracingConfig config, String version) {
        return config.enabled() ? TracedRequests.start(handler, config, version) : untraced(handler);
    }

    /** Sends nothing. */
    static ColibriRequests untraced(Colibri2Handler handler) {
        return (request, _, _) -> handler.handle(request);
    }

    /**
     * Creates, changes or ends a conference and its endpoints.
     *
     * @param parent the span that caused the request; null without one
     * @throws Colibri2Exception when the request is refused; it changed nothing then
     */
    ConferenceModified handle(ConferenceModify request, Transport transport, @Nullable TraceParent parent);

    /** Sends the spans that wait, within two seconds. */
    @Override
    default void close() {}
}
