package org.starbridge.bridge.hls;

import java.security.SecureRandom;
import java.util.List;
import java.util.function.LongSupplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.AllowedCallers;
import org.starbridge.bridge.http.CorsHeaders;
import org.starbridge.bridge.http.CrossOriginGuard;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.http.RequestLimits;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.control.conference.Conferences;
import org.starbridge.transport.counters.SharedCounters;

/** HLS as part of the bridge: nothing, if it is not enabled. */
public final class HlsService implements AutoCloseable {
    private static final String ANY_ORIGIN = "*";
    private static final CorsHeaders PAGES =
            new CorsHeaders(List.of("GET", "HEAD"), List.of("Authorization"), List.of("ETag", "Retry-After"));

    private final @Nullable HlsPrograms programs;
    private final HlsAccess access;

    /**
     * Access rules of HLS.
     *
     * @param rules tokens, as of WHEP
     * @param boundHost where the server listens
     * @param callers names by which it may be called, and origins of web pages that may read it
     * @param clockNs monotonic
     */
    public record HlsAccess(AccessConfig rules, String boundHost, AllowedCallers callers, LongSupplier clockNs) {}

    private HlsService(@Nullable HlsPrograms programs, HlsAccess access) {
        this.programs = programs;
        this.access = access;
    }

    /** As configured. There is no thread before the first request. */
    public static HlsService start(
            HlsConfig config,
            HlsAccess access,
            ObservedMediaPlane media,
            Conferences conferences,
            SecureRandom random) {
        HlsPrograms programs = config.enabled() ? new HlsPrograms(config, media, conferences, random) : null;
        if (programs != null) {
            programs.start();
        }
        return new HlsService(programs, access);
    }

    /** Returns the limits on requests that hold for a path: those of HLS wait, and there are many of them. */
    public static RequestLimits limitsOf(String path) {
        if (!path.startsWith(HlsHandler.PREFIX)) {
            return RequestLimits.ALL;
        }
        return path.endsWith("/index.m3u8") ? RequestLimits.RATES : RequestLimits.NONE;
    }

    /** Serves paths below {@code /hls/}, and leaves others alone. */
    public Handler handler(SharedCounters<HttpCounter> counters) {
        if (programs == null) {
            return new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    return false;
                }
            };
        }
        boolean isForAnyPage = access.callers().origins().contains(ANY_ORIGIN);
        HlsHandler served = new HlsHandler(programs, new AccessControl(access.rules(), access.clockNs()), isForAnyPage);
        Handler guarded = new CrossOriginGuard(served, access.boundHost(), access.callers(), PAGES, counters);
        return new Handler.Wrapper(guarded) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return Request.getPathInContext(request).startsWith(HlsHandler.PREFIX)
                        && super.handle(request, response, callback);
            }
        };
    }

    /** Returns its counters; null if it is not enabled. */
    public @Nullable SharedCounters<HlsCounter> counters() {
        return programs == null ? null : programs.counters();
    }

    /** Returns the number of rooms and sources that are served. */
    public int programCount() {
        return programs == null ? 0 : programs.count();
    }

    /** Returns the number of requests that wait for media. */
    public int waitingCount() {
        return programs == null ? 0 : programs.waitingCount();
    }

    /** Returns the number of open connections that requested HLS. */
    public int connectionCount() {
        return programs == null ? 0 : programs.viewers().count();
    }

    /** Returns the transcoders for it; null if HLS is not enabled. */
    public @Nullable Transcoders transcoders() {
        return programs == null ? null : programs.transcoders();
    }

    /** Ends all programs. */
    @Override
    public void close() {
        if (programs != null) {
            programs.close();
        }
    }
}
