package org.starbridge.bridge.app;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.api.ApiDescription;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.hls.HlsService;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.stats.ComponentMeters;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.bridge.websocket.PublicResources;
import org.starbridge.bridge.whip.Admission;
import org.starbridge.bridge.whip.PageRoutes;
import org.starbridge.bridge.whip.WhipConfig;
import org.starbridge.bridge.whip.WhipResources;
import org.starbridge.control.environment.ConferenceCounter;

/** WHIP and WHEP as the public HTTP server shows them. */
final class WhipService {
    private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(2);
    private static final List<String> ANY_NAME = List.of("*");

    private final PublicResources resources;
    private final @Nullable WhipResources whip;

    private WhipService(PublicResources resources, @Nullable WhipResources whip) {
        this.resources = resources;
        this.whip = whip;
    }

    /** The sessions are looked after from now on. */
    static WhipService start(
            BridgeConfig config,
            Control control,
            SecureRandom random,
            PeriodicTasks tasks,
            Consumer<WebhookEvent> webhooks) {
        WhipConfig whip = config.services().whip();
        if (!whip.enabled()) {
            return new WhipService(PublicResources.NONE, null);
        }
        WhipResources resources = new WhipResources(
                whip,
                control.colibri(),
                control.conferences(),
                random,
                System::nanoTime,
                InstantSource.system(),
                () -> admission(control.lifecycle()),
                webhooks);
        tasks.every(SWEEP_INTERVAL, "end of WHIP sessions", resources::sweep);
        List<Route> routes = new ArrayList<>(resources.routes());
        if (whip.page()) {
            routes.addAll(PageRoutes.table());
            routes.addAll(ApiDescription.routes(WhipResources.class));
        }
        PublicResources served = new PublicResources(
                routes,
                WhipResources.NAMES,
                Math.min(
                        WhipResources.MAX_BODY_BYTES,
                        config.servers().http().publicLimits().maxBodyBytes()),
                boundHost(config),
                callers(config),
                () -> control.conferences().counters().increment(ConferenceCounter.HTTP_REQUESTS_REFUSED));
        return new WhipService(served, resources);
    }

    private static Admission admission(Lifecycle lifecycle) {
        return switch (lifecycle.state()) {
            case RUNNING -> lifecycle.isDraining() ? Admission.NO_NEW_ROOMS : Admission.OPEN;
            case GRACEFUL_SHUTDOWN -> Admission.NO_NEW_ROOMS;
            case SHUTTING_DOWN -> Admission.ENDING;
        };
    }

    private static String boundHost(BridgeConfig config) {
        return config.servers().publicHttp().host().orElse("0.0.0.0");
    }

    /** A page under a foreign name that points here gets nowhere without a token. */
    private static AllowedCallers callers(BridgeConfig config) {
        List<String> names = config.services().whip().access().isOpen()
                ? config.servers().http().privateCallers().hosts()
                : ANY_NAME;
        return new AllowedCallers(names, config.services().whip().allowedOrigins());
    }

    /** Returns the access to HLS: those may watch that may watch by WHEP. */
    static HlsService.HlsAccess hlsAccess(BridgeConfig config) {
        return new HlsService.HlsAccess(
                config.services().whip().access(), boundHost(config), callers(config), System::nanoTime);
    }

    /** Returns the resources that are to be served. */
    PublicResources resources() {
        return resources;
    }

    /** Returns the number of publishers and viewers. */
    int sessionCount() {
        return whip == null ? 0 : whip.sessionCount();
    }

    /** Shows what publishers and viewers did. */
    void show(ComponentMeters meters) {
        if (whip != null) {
            meters.show(whip.counters());
        }
    }
}
