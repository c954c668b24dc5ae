package org.starbridge.control.environment;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** What happened on the control side since the start, and how the statistics show it. */
public enum ConferenceCounter implements Counter {
    CONFERENCES_CREATED("conferences_created", "Conferences created."),
    CONFERENCES_COMPLETED("conferences_completed", "Conferences ended."),
    CONFERENCE_SECONDS("conference_seconds", "Seconds that ended conferences lasted."),
    CONFERENCES_FAILED("conferences_failed", "Conferences that were closed because a bug was met in them."),
    ENDPOINTS_CREATED("endpoints", "total_participants", "Endpoints created."),
    VISITORS_CREATED("visitors", "Visitors created."),
    ICE_SUCCEEDED("ice_succeeded", "Endpoints whose ICE connected."),
    /** Endpoints whose ICE failed before it ever connected, each once. */
    ICE_FAILED("ice_failed", "ICE sessions that failed."),
    ICE_RESTARTS_STARTED("ice_restarts_started", "ICE restarts begun."),
    ICE_RESTARTS_NOT_ESTABLISHED("ice_restarts_not_established", "ICE restarts asked for before ICE had found a way."),
    ICE_RESTARTS_REJECTED(
            "ice_restarts_rejected",
            "ICE restarts asked for where there are none: switched off, or the session has ended."),
    ICE_RESTARTS_AGENT_CREATION_FAILED(
            "ice_restarts_agent_creation_failed",
            "ICE restarts for which an overloaded media worker could make no agent."),
    ICE_RESTARTS_SUCCEEDED("ice_restarts_succeeded", "ICE restarts that took over."),
    ICE_RESTARTS_FAILED("ice_restarts_failed", "ICE restarts given up after 20 s, or for another one."),
    DTLS_FAILED("endpoints_dtls_failed", "dtls_failed_endpoints", "Endpoints whose DTLS failed."),
    /** WHIP and WHEP clients, which open none, are not counted. */
    ENDPOINTS_WITHOUT_CHANNEL(
            "endpoints_no_message_transport_after_delay",
            "num_eps_no_msg_transport_after_delay",
            "Endpoints that had no bridge channel 30 s after they were created."),
    RELAYS_CREATED("relays", "total_relays", "Relays to other bridges created since the start."),
    RELAYS_ICE_SUCCEEDED("relays_ice_succeeded", "", "Relays whose ICE connected."),
    RELAYS_ICE_FAILED("relays_ice_failed", "relays_ice_failed", "Relays whose ICE failed."),
    RELAYS_DTLS_FAILED("relays_dtls_failed", "dtls_failed_relays", "Relays whose DTLS failed."),
    RELAYS_WITHOUT_CHANNEL(
            "relays_no_message_transport_after_delay",
            "num_relays_no_msg_transport_after_delay",
            "Relays that were connected for 30 s or more without a channel for messages."),
    RELAY_MESSAGES_RECEIVED("relay_messages_received", "", "Messages of other bridges."),
    RELAY_MESSAGES_SENT("relay_messages_sent", "", "Messages to other bridges."),
    RELAY_MESSAGES_DROPPED(
            "relay_messages_dropped", "", "Messages of other bridges that were malformed, unknown or without effect."),
    CLOSED_BY_PEER("endpoints_closed_by_peer", "Connected endpoints whose DTLS session the peer ended."),
    IDLE_EXPIRED(CounterDescriptor.internal("Endpoints and conferences that were expired for want of activity.")),
    RELAY_PACKETS_RECEIVED_OF_GONE(CounterDescriptor.internal("Packets over relays that have ended, to us.")),
    RELAY_PACKETS_SENT_OF_GONE(CounterDescriptor.internal("Packets over relays that have ended, from us.")),
    RELAY_BYTES_RECEIVED_OF_GONE(CounterDescriptor.internal("Bytes over relays that have ended, to us.")),
    RELAY_BYTES_SENT_OF_GONE(CounterDescriptor.internal("Bytes over relays that have ended, from us.")),
    PACKETS_LOST_INBOUND_OF_GONE(CounterDescriptor.internal(
            "RTP packets missing between us and endpoints that are gone; those that are here tell their own.")),
    PACKETS_EXPECTED_INBOUND_OF_GONE(CounterDescriptor.internal("RTP packets expected from endpoints that are gone.")),
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
            "Bridge channel messages to clients without a channel, or that read too slowly."),
    CHANNEL_MESSAGES_DELAYED(
            "channel_messages_delayed",
            "Bridge channel messages beyond starbridge.channel.messages-per-second or bytes-per-second, which had to"
                    + " wait."),
    CHANNEL_MESSAGES_TOO_LONG(
            "channel_messages_too_long",
            "EndpointMessages and EndpointStats beyond starbridge.channel.max-endpoint-message-size, refused."),
    CHANNEL_WISHES_TOO_LONG(
            "channel_wishes_too_long",
            "Wishes that name more sources than starbridge.limits.source-names-per-message, dropped."),
    CHANNEL_OPENS_TOO_SOON(
            "channel_opens_too_soon",
            "Bridge channels not opened because their clients had used up their messages, answered with 429."),
    CHANNELS_STALLED(
            "channels_stalled",
            "Bridge channels cut because their clients read nothing for starbridge.channel.stall-timeout."),
    /** Changes that a bridge channel message made and that went to the media workers together with later ones. */
    PUBLICATIONS_MERGED("channel_publications_merged", "Wishes of clients that took effect together with later ones."),
    /** Bridge channels that closed as usual (1000, 1001, 1005). */
    CHANNELS_CLOSED_NORMALLY(
            "colibri_web_socket_close_normal", "", "Bridge channels over WebSocket that closed as usual."),
    CHANNELS_CLOSED_ABNORMALLY(
            "colibri_web_socket_close_abnormal", "", "Bridge channels over WebSocket that closed otherwise."),
    ENDPOINTS_DISCONNECTED(
            "endpoints_disconnected", "endpoints_disconnected", "Endpoints that went silent, each time."),
    ENDPOINTS_RECONNECTED(
            "endpoints_reconnected", "endpoints_reconnected", "Endpoints that were heard again, each time."),
    DOMINANT_SPEAKER_CHANGES("dominant_speaker_changes", "How often the dominant speaker changed."),
    PREEMPTIVE_KEY_FRAMES_SENT(
            "preemptive_keyframe_requests_sent",
            "preemptive_kfr_sent",
            "Key frames that were requested from new dominant speakers."),
    PREEMPTIVE_KEY_FRAMES_SUPPRESSED(
            "preemptive_keyframe_requests_suppressed",
            "preemptive_kfr_suppressed",
            "Dominant speakers that were not asked for a key frame: no receiver had a camera on stage.");

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
