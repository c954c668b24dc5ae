package org.starbridge.bridge.export.session;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of media exports since the start, with their names in the statistics. */
public enum ExportCounter implements Counter {
    STARTS("starts", "Media exports started."),
    PACKETS_SENT("packets_sent", "Packets of audio sent to services."),
    PACKETS_DROPPED(
            "packets_dropped", "Packets of audio dropped because a service read too slowly, or a tap was full."),
    WEBSOCKET_FAILURES(
            "websocket_failures", "Connections to services that failed, including refused and timed-out handshakes."),
    WEBSOCKET_INTERNAL_ERRORS(
            "websocket_internal_errors", "Connections that services closed with status 1011 (internal error)."),
    RECONNECTS("reconnects", "Attempts to reconnect to services."),
    PING_TIMEOUTS("ping_timeouts", "Connections closed because a service did not answer a ping."),
    GIVEN_UP("given_up", "Media exports that failed after videobridge.exporter.max-reconnect-attempts."),
    TRANSCRIPTS_RECEIVED("transcripts_received", "Transcription and translation results received from services."),
    TRANSCRIPTS_DROPPED("transcripts_dropped", "Results dropped because of starbridge.export.max-results-per-second."),
    MEDIA_EVENTS_RECEIVED("media_events_received", "Packets of translated audio received from services."),
    MEDIA_EVENTS_DROPPED(
            "media_events_dropped",
            "Packets of translated audio dropped: unknown or unrequested source, invalid payload, or more than"
                    + " starbridge.export.max-media-per-second."),
    SENDING_CHANGES_RECEIVED("sending_changes_received", "Starts and ends of translated speech reported by services."),
    INFO_RECEIVED("info_received", "Events with information about the service, received from services."),
    OTHER_MESSAGES_RECEIVED("other_messages_received", "Events of services with an unknown type, ignored."),
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
