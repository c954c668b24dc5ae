package org.starbridge.bridge.whip.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.http.route.HttpRequest;

/**
 * Control of who may publish and watch. Tokens are compared in constant time. An address that fails more than
 * {@value #MAX_FAILURES} times within a minute gets 429. A valid token is always good: others behind the same address,
 * or behind the same proxy, cannot lock its holder out. Any thread.
 */
public final class AccessControl {
    /** No user types so many wrong tokens. A guesser is stopped by the length of tokens, 2^95. */
    static final int MAX_FAILURES = 20;

    /** The holder of no token, where none is needed. */
    public static final String ANYBODY = "";

    private static final long WINDOW_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_ADDRESSES = 10_000;
    private static final String SCHEME = "bearer ";
    /** RFC 6750 section 2.3. */
    private static final String QUERY_NAME = "access_token";

    private final boolean isOpen;
    private final List<AccessToken> tokens;
    private final @Nullable JwtVerifier jwt;
    private final boolean isQueryRead;
    private final LongSupplier clockNs;
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MAX_ADDRESSES;
        }
    };

    private record Failures(long sinceNs, int count) {}

    /** @param clockNs monotonic */
    public AccessControl(AccessConfig config, LongSupplier clockNs) {
        this.isOpen = config.isOpen();
        this.tokens = config.tokens();
        this.jwt = config.jwt().isEnabled() ? new JwtVerifier(config.jwt()) : null;
        this.isQueryRead = config.takesTokenInQuery();
        this.clockNs = clockNs;
    }

    /**
     * The token of a request that may do this; {@link #ANYBODY} where none is needed.
     *
     * @throws RefusalException 401 without a known token, 429 instead after too many of these, 403 with one for
     *     something else
     */
    public String require(HttpRequest request, Purpose purpose, String room) throws RefusalException {
        if (isOpen) {
            return ANYBODY;
        }
        AccessToken token = find(given(request));
        if (token == null) {
            if (fail(request.remoteAddress()) > MAX_FAILURES) {
                throw new RefusalException(429, "too many requests without a valid token from your address", 60);
            }
            throw new RefusalException(401, "no valid token: expected the header Authorization: Bearer TOKEN");
        }
        if (!token.allows(purpose, room)) {
            throw new RefusalException(
                    403,
                    "the token is not for " + (purpose == Purpose.PUBLISH ? "publishing into" : "watching")
                            + " this room");
        }
        return token.value();
    }

    private String given(HttpRequest request) throws RefusalException {
        String authorization = request.header("Authorization");
        if (authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return authorization.substring(SCHEME.length()).strip();
        }
        return isQueryRead ? Query.read(request.query()).getOrDefault(QUERY_NAME, "") : "";
    }

    private @Nullable AccessToken find(String given) {
        AccessToken configured = findConfigured(given.getBytes(StandardCharsets.UTF_8));
        return configured == null && jwt != null ? jwt.verify(given) : configured;
    }

    /** Looks at all of them, so that the time says nothing. */
    private @Nullable AccessToken findConfigured(byte[] given) {
        AccessToken found = null;
        for (AccessToken token : tokens) {
            if (MessageDigest.isEqual(token.value().getBytes(StandardCharsets.UTF_8), given)) {
                found = token;
            }
        }
        return found;
    }

    /** Returns the number of failures that the address has in this minute. */
    private synchronized int fail(String address) {
        long nowNs = clockNs.getAsLong();
        Failures known = failures.get(address);
        Failures now = known == null || nowNs - known.sinceNs >= WINDOW_NS
                ? new Failures(nowNs, 1)
                : new Failures(known.sinceNs, known.count + 1);
        failures.put(address, now);
        return now.count;
    }
}
