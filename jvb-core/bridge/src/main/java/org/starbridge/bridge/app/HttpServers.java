package org.starbridge.bridge.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.app.warmup.HttpWarmup;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.dashboard.DashboardRoutes;
import org.starbridge.bridge.hls.HlsService;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.tls.KeyStoreWatch;
import org.starbridge.bridge.rest.PrivateHttpServer;
import org.starbridge.bridge.rest.RestSources;
import org.starbridge.bridge.websocket.PublicHttpServer;
import org.starbridge.bridge.websocket.PublicMedia;
import org.starbridge.bridge.websocket.PublicResources;
import org.starbridge.bridge.whip.WhipResources;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.conference.Conferences;
import org.starbridge.transport.counters.SharedCounters;

/**
 * The public HTTP server for bridge channels and the private one for REST, as far as the configuration enables them.
 * Used by the thread that starts the bridge; the rest by any thread after that.
 */
final class HttpServers {
    private final BridgeConfig config;
    private final StartedComponents open;
    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    private @Nullable PublicHttpServer publicServer;
    private @Nullable PrivateHttpServer privateServer;

    /** @param open takes each server when it has started, to close it with the bridge */
    HttpServers(BridgeConfig config, StartedComponents open) {
        this.config = config;
        this.open = open;
    }

    /** Binds the public server's port, which stands in answers to focuses. */
    void bindPublic() throws IOException {
        if (config.servers().publicHttp().isEnabled()) {
            publicServer = open.add(
                    PublicHttpServer.bind(
                            config.servers().publicHttp().address(),
                            config.servers().http().publicLimits().withBodiesUpTo(WhipResources.MAX_BODY_BYTES),
                            counters),
                    PublicHttpServer::close);
        }
    }

    /** Returns the URLs at which clients open bridge channels; empty without a public server. */
    List<String> channelUrls() {
        return config.servers().publicHttp().isEnabled()
                ? config.servers().webSockets().baseUrls(advertisedPort())
                : List.of();
    }

    private int advertisedPort() {
        return publicServer == null ? config.servers().publicHttp().address().port() : publicServer.port();
    }

    /** Returns the URLs at which other bridges open channels; empty without a public server. */
    List<String> relayUrls() {
        return config.servers().publicHttp().isEnabled()
                ? config.servers().webSockets().relayBaseUrls(advertisedPort())
                : List.of();
    }

    /** Lets clients open bridge channels and use what else the public server serves. */
    void startPublic(Conferences conferences, ChannelMemory memory, PublicResources resources, HlsService hls)
            throws IOException {
        if (publicServer != null) {
            publicServer.start(
                    ServerSettings.webSocketConfig(config),
                    conferences,
                    memory,
                    resources,
                    new PublicMedia(hls::handler, HlsService::limitsOf));
        }
    }

    /**
     * Starts the private server.
     *
     * @param features routes in addition to those of the sources and of the dashboard
     */
    void startPrivate(RestSources sources, List<Route> features) throws IOException {
        if (config.servers().privateHttp().isEnabled()) {
            List<Route> routes = new ArrayList<>(features);
            if (hasDashboard()) {
                routes.addAll(DashboardRoutes.table(config.operation().dashboard()));
            }
            privateServer = open.add(
                    PrivateHttpServer.start(ServerSettings.restConfig(config), counters, sources.with(routes)),
                    PrivateHttpServer::close);
        }
    }

    /**
     * Has the private server answer a first request, so that what only requests need is loaded. Does nothing without a
     * private server, or when it speaks TLS only.
     */
    void answerFirstRequest() {
        if (privateServer != null && config.servers().privateHttp().tls().isEmpty()) {
            HttpWarmup.get(config.servers().privateHttp().host(), privateServer.port(), "/about/health");
        }
    }

    private boolean hasDashboard() {
        return config.operation().dashboard().enabled()
                && config.servers().rest().debug();
    }

    /** Looks after the certificates of both from now on. */
    void watchCertificates(PeriodicTasks tasks) {
        PublicHttpServer open = publicServer;
        if (open != null) {
            config.servers()
                    .publicHttp()
                    .tls()
                    .ifPresent(
                            tls -> tasks.every(KeyStoreWatch.INTERVAL, "public certificate", open.watch(tls)::check));
        }
        PrivateHttpServer own = privateServer;
        if (own != null) {
            config.servers()
                    .privateHttp()
                    .tls()
                    .ifPresent(
                            tls -> tasks.every(KeyStoreWatch.INTERVAL, "private certificate", own.watch(tls)::check));
        }
    }

    /** Closes both, so that another process can have their ports. */
    void close() {
        if (publicServer != null) {
            publicServer.close();
        }
        if (privateServer != null) {
            privateServer.close();
        }
    }

    /** Returns the counters of both servers. */
    SharedCounters<HttpCounter> counters() {
        return counters;
    }

    /** The public server's port; -1 without one. */
    int publicPort() {
        return publicServer == null ? -1 : publicServer.port();
    }

    /** The private server's port; -1 without one. */
    int privatePort() {
        return privateServer == null ? -1 : privateServer.port();
    }

    /** Returns where the servers can be reached, for people; empty, or begins with a comma. */
    String describe() {
        return (privateServer == null
                        ? ""
                        : ", REST on "
                                + HttpAddress.authority(
                                        config.servers().privateHttp().host(), privateServer.port())
                                + (hasDashboard() ? " (dashboard at " + dashboardUrl(privateServer.port()) + ")" : ""))
                + (publicServer == null ? "" : ", bridge channel on port " + publicServer.port())
                + (publicServer == null || !config.services().whip().page()
                        ? ""
                        : ", page at " + pageUrl(publicServer.port()));
    }

    private String pageUrl(int port) {
        return url(
                config.servers().publicHttp().tls().isPresent(),
                config.servers().publicHttp().host().orElse("localhost"),
                port);
    }

    private String dashboardUrl(int port) {
        return url(
                config.servers().privateHttp().tls().isPresent(),
                config.servers().privateHttp().host(),
                port);
    }

    private static String url(boolean isTls, String host, int port) {
        return (isTls ? "https" : "http") + "://" + HttpAddress.authority(host, port) + "/";
    }
}
