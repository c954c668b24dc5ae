package org.starbridge.bridge.whip;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What publishers and viewers did since the start, and how the statistics show it. */
public enum WhipCounter implements Counter {
    PUBLISHERS("whip_publishers_created", "Publishers that came by WHIP."),
    VIEWERS("whep_viewers_created", "Viewers that came by WHEP."),
    RESTARTS("whip_ice_restarts", "ICE restarts of publishers and viewers."),
    ENDED_SILENT("whip_sessions_lost", "Publishers and viewers that ended without DELETE: silent, or never connected."),
    REPLACED("whip_publishers_replaced", "Publishers that ended because their client came again under their name."),
    EVENT_STREAMS("whep_event_streams_created", "Event streams that viewers opened."),
    LAYERS_SELECTED("whep_layers_selected", "Requests of viewers for a layer that were accepted."),
    WITHOUT_ETAG("whip_patches_without_etag", "PATCH requests without If-Match that were accepted."),
    REFUSED("whip_requests_refused", "Requests of WHIP and WHEP answered with an error.");

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
