package org.starbridge.bridge.whip;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of publishers and viewers since the start, and how the statistics show them. */
public enum WhipCounter implements Counter {
    PUBLISHERS("whip_publishers_created", "Publishers connected by WHIP."),
    VIEWERS("whep_viewers_created", "Viewers connected by WHEP."),
    RESTARTS("whip_ice_restarts", "ICE restarts of publishers and viewers."),
    ENDED_SILENT(
            "whip_sessions_lost", "Publishers and viewers that ended without DELETE: timed out, or never connected."),
    REPLACED(
            "whip_publishers_replaced",
            "Publishers that were replaced when a client published again with the same name."),
    EVENT_STREAMS("whep_event_streams_created", "Event streams opened by viewers."),
    LAYERS_SELECTED("whep_layers_selected", "Layer requests of viewers that were accepted."),
    WITHOUT_ETAG("whip_patches_without_etag", "PATCH requests without If-Match that were accepted."),
    REFUSED("whip_requests_refused", "WHIP and WHEP requests answered with an error.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    WhipCounter(String metric, String help) {
        descriptor = CounterDescriptor.total(metric, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
