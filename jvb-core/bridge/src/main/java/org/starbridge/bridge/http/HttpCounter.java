package org.starbridge.bridge.http;

import org.starbridge.transport.counters.Counter;
import org.starbridge.transport.counters.CounterDescriptor;

/** Counters of what the HTTP servers refused since the start, and how the statistics show them. */
public enum HttpCounter implements Counter {
    REQUESTS("http_requests", "HTTP requests to the public and the private server."),
    RATE_LIMITED("http_rate_limited", "Requests over starbridge.http.requests-per-second, answered with 429."),
    BUSY("http_busy", "Requests over starbridge.http.max-concurrent-requests or max-arriving-size, answered with 503."),
    SHARE_USED(
            "http_share_used",
            "Requests over starbridge.http.max-concurrent-requests-per-address or"
                    + " max-arriving-requests-per-address, answered with 429."),
    PATH_PARAMETERS("http_path_parameters", "Requests with a semicolon in the path, answered with 400."),
    TOO_LARGE("http_bodies_too_large", "Requests over starbridge.http.max-body-size, answered with 413."),
    NOT_JSON(
            "http_bodies_not_json",
            "Requests to the private server that change state and are not JSON, answered with 415."),
    FOREIGN_HOSTS(
            "http_foreign_hosts",
            "Requests to the private server with a Host not in starbridge.http.allowed-hosts, answered with 421."),
    FOREIGN_ORIGINS(
            "http_foreign_origins",
            "Requests to the private server with an Origin not in starbridge.http.allowed-origins, answered with 403."),
    SLOW_CLIENTS(
            "http_slow_clients",
            "Connections closed because a request took longer than starbridge.http.request-timeout."),
    SLOW_BODIES(
            "http_slow_bodies",
            "Requests whose body took longer than starbridge.http.request-timeout, or was slower than min-body-rate,"
                    + " answered with 408."),
    CONNECTIONS_REFUSED(
            "http_connections_refused", "Connections closed because of starbridge.http.max-connections-per-address."),
    FORWARDS_IGNORED(
            "http_forwards_ignored",
            "Requests whose Forwarded or X-Forwarded-For header was ignored: not from a trusted proxy, or without"
                    + " the client's address."),
    CONNECTION_LIMIT_REACHED(
            "http_connection_limit_reached",
            "Times that a server reached its limit of connections and paused accepting."),
    CERTIFICATES_LOADED("http_certificates_loaded", "Key stores of HTTP servers reloaded after a change."),
    CERTIFICATES_REFUSED(
            "http_certificates_refused",
            "Changed key stores of HTTP servers that are invalid: the old one stays in use.");

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts
    private final CounterDescriptor descriptor;

    HttpCounter(String metric, String help) {
        descriptor = CounterDescriptor.total(metric, help);
    }

    @Override
    public CounterDescriptor descriptor() {
        return descriptor;
    }
}
