package org.starbridge.bridge.app;

import java.util.Locale;
import org.starbridge.bridge.http.HttpCounters;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.bridge.xmpp.XmppCounters;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.datachannel.SctpLinks;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.transport.sctp.SctpDropReason;

/** What the control surfaces refused, dropped or put off, among the statistics: one counter per limit. */
final class ControlCounters {
    private ControlCounters() {}

    static void show(StatsCollector stats, SctpLinks data) {
        for (SctpDropReason reason : SctpDropReason.values()) {
            stats.count(
                    "sctp_refused",
                    "What SCTP associations refused of what their peers sent.",
                    "reason",
                    reason.name().toLowerCase(Locale.ROOT),
                    () -> data.refused().count(reason));
        }
        stats.count(
                "sctp_packets_overrun",
                "SCTP packets dropped because their association was busy; they come again.",
                data::packetsRefused);
        stats.count(
                "data_channel_messages_ignored",
                "Data channels opened beyond videobridge.sctp.max-channels, and messages on them or without a meaning.",
                data::opensRefused);
    }

    static void show(StatsCollector stats, ChannelMemory memory) {
        stats.gauge(
                "channel_pending_bytes",
                "Memory of messages and packets that wait in bridge channels, beyond 16 KiB of each channel.",
                memory::takenBytes);
        stats.count(
                "channel_memory_refusals",
                "Messages to clients and packets of clients that found starbridge.channel.max-total-pending-size used"
                        + " up.",
                memory::refusals);
    }

    static void show(StatsCollector stats, ConferenceCounters conferences, HttpCounters http, XmppCounters xmpp) {
        stats.count("ice_restarts_started", "ICE restarts begun.", conferences.iceRestartsStarted::sum);
        stats.count(
                "ice_restarts_not_established",
                "ICE restarts asked for before ICE had found a way.",
                conferences.iceRestartsNotEstablished::sum);
        stats.count(
                "ice_restarts_rejected",
                "ICE restarts asked for where there are none: switched off, or the session has ended.",
                conferences.iceRestartsRejected::sum);
        stats.count(
                "ice_restarts_agent_creation_failed",
                "ICE restarts for which an overloaded media worker could make no agent.",
                conferences.iceRestartsAgentCreationFailed::sum);
        stats.count("ice_restarts_succeeded", "ICE restarts that took over.", conferences.iceRestartsSucceeded::sum);
        stats.count(
                "ice_restarts_failed",
                "ICE restarts given up after 20 s, or for another one.",
                conferences.iceRestartsFailed::sum);
        stats.count("xmpp_requests", "Colibri2 requests over XMPP.", xmpp.requests::sum);
        stats.count(
                "xmpp_requests_refused",
                "Colibri2 requests over XMPP that were answered with an error.",
                xmpp.requestsRefused::sum);
        stats.count(
                "xmpp_requests_overloaded",
                "Colibri2 requests over XMPP that were refused because 4096 were waiting.",
                xmpp.requestsOverloaded::sum);
        stats.count(
                "xmpp_requests_unknown",
                "Requests over XMPP of kinds that the bridge does not know, answered with an error.",
                xmpp.requestsUnknown::sum);
        stats.count(
                "xmpp_requests_forbidden",
                "Requests over XMPP from outside the bridge's rooms, or without the role they need, answered with an"
                        + " error.",
                xmpp.requestsForbidden::sum);
        stats.count(
                "xmpp_stanzas_unreadable",
                "Stanzas that could not be read, or were beyond a bound.",
                xmpp.unreadable::sum);
        stats.count(
                "xmpp_disconnects", "Connections to XMPP servers that ended without our will.", xmpp.disconnects::sum);
        stats.count(
                "xmpp_failed_attempts",
                "Attempts to connect to an XMPP server, log in or join a room that failed.",
                xmpp.failedAttempts::sum);
        stats.count("xmpp_unsent", "Answers and presences that found no connection.", xmpp.unsent::sum);
        stats.count("http_requests", "HTTP requests to either server.", http.requests::sum);
        stats.count(
                "http_rate_limited",
                "Requests beyond starbridge.http.requests-per-second, answered with 429.",
                http.rateLimited::sum);
        stats.count(
                "http_busy",
                "Requests beyond starbridge.http.max-concurrent-requests, answered with 503.",
                http.busy::sum);
        stats.count(
                "http_bodies_too_large",
                "Requests beyond starbridge.http.max-body-size, answered with 413.",
                http.tooLarge::sum);
        stats.count(
                "http_bodies_not_json",
                "Requests to the private server that change something and are not JSON, answered with 415.",
                http.notJson::sum);
        stats.count(
                "http_foreign_hosts",
                "Requests to the private server under a name not in starbridge.http.allowed-hosts, answered with 421.",
                http.foreignHosts::sum);
        stats.count(
                "http_foreign_origins",
                "Requests of web pages to the private server, not in starbridge.http.allowed-origins, answered with"
                        + " 403.",
                http.foreignOrigins::sum);
        stats.count(
                "http_slow_clients",
                "Connections cut because a request took longer than starbridge.http.request-timeout.",
                http.slowClients::sum);
        stats.count(
                "http_connection_limit_reached",
                "How often a server had as many connections as it may, and stopped accepting for a while.",
                http.connectionLimitReached::sum);
        stats.count(
                "channel_messages_unsent",
                "Bridge channel messages to clients without a channel, or that read too slowly.",
                conferences.channelMessagesUnsent::sum);
        stats.count(
                "channel_messages_delayed",
                "Bridge channel messages beyond starbridge.channel.messages-per-second or bytes-per-second, which had"
                        + " to wait.",
                conferences.channelMessagesDelayed::sum);
        stats.count(
                "channel_messages_too_long",
                "EndpointMessages and EndpointStats beyond starbridge.channel.max-endpoint-message-size, dropped.",
                conferences.channelMessagesTooLong::sum);
        stats.count(
                "channel_wishes_too_long",
                "Wishes that name more sources than starbridge.limits.source-names-per-message, dropped.",
                conferences.channelWishesTooLong::sum);
        stats.count(
                "channel_opens_too_soon",
                "Bridge channels not opened because their clients had used up their messages, answered with 429.",
                conferences.channelOpensTooSoon::sum);
        stats.count(
                "channels_stalled",
                "Bridge channels cut because their clients read nothing for starbridge.channel.stall-timeout.",
                conferences.channelsStalled::sum);
        stats.count(
                "channel_publications_merged",
                "Wishes of clients that took effect together with later ones.",
                conferences.publicationsMerged::sum);
        stats.countAs(
                "endpoints_disconnected",
                "endpoints_disconnected",
                "Endpoints that went silent, each time.",
                conferences.endpointsDisconnected::sum);
        stats.countAs(
                "endpoints_reconnected",
                "endpoints_reconnected",
                "Endpoints that were heard again, each time.",
                conferences.endpointsReconnected::sum);
        stats.count(
                "dominant_speaker_changes",
                "How often another speaker got the floor.",
                conferences.dominantSpeakerChanges::sum);
        stats.countAs(
                "preemptive_kfr_sent",
                "preemptive_keyframe_requests_sent",
                "Key frames that speakers were asked for because they got the floor.",
                conferences.preemptiveKeyFramesSent::sum);
        stats.countAs(
                "preemptive_kfr_suppressed",
                "preemptive_keyframe_requests_suppressed",
                "Speakers that got the floor and were not asked for a key frame: nobody had a camera on stage.",
                conferences.preemptiveKeyFramesSuppressed::sum);
        conferences
                .softProblems()
                .forEach((problem, count) -> stats.count(
                        "colibri_soft_problems",
                        "What was wrong in requests and messages that were carried out all the same.",
                        "problem",
                        problem.name().toLowerCase(Locale.ROOT),
                        count::sum));
    }
}
