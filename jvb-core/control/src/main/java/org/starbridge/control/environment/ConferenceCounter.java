package org.starbridge.control.environment;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of events on the control side since the start, and how the statistics show them. */
public enum ConferenceCounter implements Counter {
    CONFERENCES_CREATED("conferences_created", "Conferences created."),
    CONFERENCES_COMPLETED("conferences_completed", "Conferences ended."),
    CONFERENCE_SECONDS("conference_seconds", "Total duration of ended conferences, in seconds."),
    CONFERENCES_FAILED("conferences_failed", "Conferences that were closed because of an internal error."),
    ENDPOINTS_CREATED("endpoints", "total_participants", "Endpoints created."),
    VISITORS_CREATED("visitors", "Visitors created."),
    ICE_SUCCEEDED("ice_succeeded", "Endpoints whose ICE connected."),
    ICE_SUCCEEDED_RELAYED(
            "ice_succeeded_relayed",
            "Endpoints whose ICE connected over a TURN server that they had signalled before."),
    /** Endpoints whose ICE failed before it ever connected, each once. */
    ICE_FAILED("ice_failed", "ICE sessions that failed."),
    ICE_RESTARTS_STARTED("ice_restarts_started", "ICE restarts that were started."),
    ICE_RESTARTS_NOT_ESTABLISHED("ice_restarts_not_established", "ICE restarts requested before ICE was connected."),
    ICE_RESTARTS_REJECTED(
            "ice_restarts_rejected",
            "ICE restarts refused: switched off in the configuration, or the session has ended."),
    ICE_RESTARTS_AGENT_CREATION_FAILED(
            "ice_restarts_agent_creation_failed",
            "ICE restarts for which an overloaded media worker could not create an ICE agent."),
    ICE_RESTARTS_SUCCEEDED("ice_restarts_succeeded", "ICE restarts that succeeded."),
    ICE_RESTARTS_SUPERSEDED("ice_restarts_superseded", "ICE restarts that another restart replaced."),
    ICE_RESTARTS_FAILED("ice_restarts_failed", "ICE restarts that timed out."),
    DTLS_FAILED("endpoints_dtls_failed", "dtls_failed_endpoints", "Endpoints whose DTLS failed."),
    /** WHIP and WHEP clients, which open none, are not counted. */
    ENDPOINTS_WITHOUT_CHANNEL(
            "endpoints_no_message_transport_after_delay",
            "num_eps_no_msg_transport_after_delay",
            "Endpoints that had no bridge channel 30 s after they were created."),
    RELAYS_CREATED("relays", "total_relays", "Relays to other bridges created."),
    RELAYS_ICE_SUCCEEDED("relays_ice_succeeded", "", "Relays whose ICE connected."),
    RELAYS_ICE_FAILED("relays_ice_failed", "relays_ice_failed", "Relays whose ICE failed."),
    RELAYS_DTLS_FAILED("relays_dtls_failed", "dtls_failed_relays", "Relays whose DTLS failed."),
    RELAYS_WITHOUT_CHANNEL(
            "relays_no_message_transport_after_delay",
            "num_relays_no_msg_transport_after_delay",
            "Relays that had no message channel 30 s after they connected."),
    RELAY_MESSAGES_RECEIVED("relay_messages_received", "", "Messages received from other bridges."),
    RELAY_MESSAGES_SENT("relay_messages_sent", "", "Messages sent to other bridges."),
    RELAY_MESSAGES_DROPPED(
            "relay_messages_dropped",
            "",
            "Messages from other bridges that were dropped: malformed, unknown or without effect."),
    CLOSED_BY_PEER("endpoints_closed_by_peer", "Connected endpoints whose DTLS session was closed by the peer."),
    IDLE_EXPIRED(CounterDescriptor.internal("Endpoints and conferences that expired because of inactivity.")),
    RELAY_PACKETS_RECEIVED_OF_GONE(CounterDescriptor.internal("Packets received over relays that have ended.")),
    RELAY_PACKETS_SENT_OF_GONE(CounterDescriptor.internal("Packets sent over relays that have ended.")),
    RELAY_BYTES_RECEIVED_OF_GONE(CounterDescriptor.internal("Bytes received over relays that have ended.")),
    RELAY_BYTES_SENT_OF_GONE(CounterDescriptor.internal("Bytes sent over relays that have ended.")),
    PACKETS_LOST_INBOUND_OF_GONE(
            CounterDescriptor.internal("RTP packets lost from endpoints that have left, without present endpoints.")),
    PACKETS_EXPECTED_INBOUND_OF_GONE(CounterDescriptor.internal("RTP packets expected from endpoints that have left.")),
    /**
     * HTTP requests to the private server that were answered with a status of 400 or more, refused Colibri2 ones
     * included.
     */
    HTTP_REQUESTS_REFUSED(CounterDescriptor.refused("http_requests")),
    /** Colibri2 requests that were refused. */
    REQUESTS_REFUSED(CounterDescriptor.refused("colibri_requests")),
    /** Attempts to open a bridge channel with a wrong address or password. */
    CHANNELS_REFUSED(CounterDescriptor.refused("channels")),
    /** Bridge channel messages received over WebSocket, dropped ones included. */
    CHANNEL_MESSAGES_RECEIVED(
            "colibri_web_socket_messages_received", "Bridge channel messages received over WebSocket."),
    CHANNEL_MESSAGES_SENT("colibri_web_socket_messages_sent", "Bridge channel messages sent over WebSocket."),
    /** Bridge channel messages received over a data channel, dropped ones included. */
    DATA_CHANNEL_MESSAGES_RECEIVED(
            "data_channel_messages_received", "Bridge channel messages received over data channels."),
    DATA_CHANNEL_MESSAGES_SENT("data_channel_messages_sent", "Bridge channel messages sent over data channels."),
    /** Bridge channel messages that came in and were dropped: malformed, unknown, or without effect in this bridge. */
    CHANNEL_MESSAGES_DROPPED(CounterDescriptor.refused("channel_messages")),
    CHANNEL_MESSAGES_UNSENT(
            "channel_messages_unsent",
            "Bridge channel messages not sent: the client has no channel or reads too slowly."),
    CHANNEL_MESSAGES_DELAYED(
            "channel_messages_delayed",
            "Bridge channel messages delayed by starbridge.channel.messages-per-second or" + " bytes-per-second."),
    CHANNEL_MESSAGES_TOO_LONG(
            "channel_messages_too_long",
            "EndpointMessages and EndpointStats beyond starbridge.channel.max-endpoint-message-size, refused."),
    CHANNEL_WISHES_TOO_LONG(
            "channel_wishes_too_long",
            "Video requests with more sources than starbridge.limits.source-names-per-message, dropped."),
    CHANNEL_OPENS_TOO_SOON(
            "channel_opens_too_soon",
            "Bridge channels refused with 429 because the client had exceeded its message rate."),
    CHANNELS_STALLED(
            "channels_stalled",
            "Bridge channels closed because the client read nothing for starbridge.channel.stall-timeout."),
    /** Changes that a bridge channel message made and that went to the media workers together with later ones. */
    PUBLICATIONS_MERGED("channel_publications_merged", "Video requests of clients that were merged with later ones."),
    /** Bridge channels that closed as usual (1000, 1001, 1005). */
    CHANNELS_CLOSED_NORMALLY(
            "colibri_web_socket_close_normal", "", "Bridge channels over WebSocket that closed normally."),
    CHANNELS_CLOSED_ABNORMALLY(
            "colibri_web_socket_close_abnormal", "", "Bridge channels over WebSocket that closed abnormally."),
    ENDPOINTS_DISCONNECTED(
            "endpoints_disconnected", "endpoints_disconnected", "Times that an endpoint became unreachable."),
    ENDPOINTS_RECONNECTED(
            "endpoints_reconnected", "endpoints_reconnected", "Times that an endpoint became reachable again."),
    DOMINANT_SPEAKER_CHANGES("dominant_speaker_changes", "Changes of the dominant speaker."),
    PREEMPTIVE_KEY_FRAMES_SENT(
            "preemptive_keyframe_requests_sent",
            "preemptive_kfr_sent",
            "Key frames requested from new dominant speakers."),
    PREEMPTIVE_KEY_FRAMES_SUPPRESSED(
            "preemptive_keyframe_requests_suppressed",
            "preemptive_kfr_suppressed",
            "Key frames not requested from new dominant speakers: no receiver had a camera on stage.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    ConferenceCounter(String metric, String help) {
        this(CounterDescriptor.total(metric, help));
    }

    ConferenceCounter(String metric, String jsonKey, String help) {
        this(CounterDescriptor.named(metric, jsonKey, help));
    }

    ConferenceCounter(CounterDescriptor descriptor) {
        this.descriptor = descriptor;
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
