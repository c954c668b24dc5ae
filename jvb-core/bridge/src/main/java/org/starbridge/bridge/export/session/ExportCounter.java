package org.starbridge.bridge.export.session;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What media exports did since the start, and how the statistics show it. */
public enum ExportCounter implements Counter {
    STARTS("starts", "Media exports that were started."),
    PACKETS_SENT("packets_sent", "Packets of audio that were sent to services."),
    PACKETS_DROPPED(
            "packets_dropped",
            "Packets of audio that were dropped because a service read too slowly, or a tap was full."),
    WEBSOCKET_FAILURES(
            "websocket_failures", "Connections to services that failed, refused and timed out handshakes included."),
    WEBSOCKET_INTERNAL_ERRORS("websocket_internal_errors", "Connections that services closed with 1011."),
    RECONNECTS("reconnects", "Attempts to connect to services again."),
    PING_TIMEOUTS("ping_timeouts", "Connections that were ended because a service did not answer a ping."),
    GIVEN_UP("given_up", "Media exports that make no more attempts (videobridge.exporter.max-reconnect-attempts)."),
    TRANSCRIPTS_RECEIVED("transcripts_received", "Results of services."),
    TRANSCRIPTS_DROPPED("transcripts_dropped", "Results beyond starbridge.export.max-results-per-second, dropped."),
    MEDIA_EVENTS_RECEIVED("media_events_received", "Packets of translated audio."),
    MEDIA_EVENTS_DROPPED(
            "media_events_dropped",
            "Packets of translated audio for sources that are not known or were not requested, with a payload that"
                    + " cannot be, or beyond starbridge.export.max-media-per-second."),
    SENDING_CHANGES_RECEIVED("sending_changes_received", "Begins and ends of translated talk."),
    INFO_RECEIVED("info_received", "Events in which services say something of themselves."),
    OTHER_MESSAGES_RECEIVED("other_messages_received", "Events of services that mean nothing to the bridge."),
    PARSE_FAILURES("parse_failures", "Events of services that could not be read, or were too long.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    ExportCounter(String name, String help) {
        descriptor = CounterDescriptor.total("exporter_" + name, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
