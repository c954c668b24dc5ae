package org.starbridge.jvb.demux;

import org.jspecify.annotations.Nullable;

/**
 * Routes by remote address: IPv6 (or IPv4-mapped) and port. One for each worker, owned by it; a look-up allocates nothing.
 * Open addressing with linear probing; only authenticated addresses get in, and each endpoint has at most {@link
 * #MAX_TUPLES_PER_ENDPOINT} of them (the oldest goes).
 */
public final class TupleTable {
    /** A browser checks from a handful of sockets; more than this is not a browser. */
    public static final int MAX_TUPLES_PER_ENDPOINT = 16;

    private long[] highs = new long[64];
    private long[] lows = new long[64];
    private int[] ports = new int[64];
    private @Nullable Route[] routes = new @Nullable Route[64];
    private long[] ages = new long[64];
    private int size;
    private long clock;

    /** The route for an address, or null. */
    public @Nullable Route find(long high, long low, int port) {
        int i = slot(high, low, port);
        while (true) {
            Route route = routes[i];
            if (route == null || (lows[i] == low && ports[i] == port && highs[i] == high)) {
                return route;
            }
            i = i + 1 & routes.length - 1;
        }
    }

    /** Remembers an authenticated address; an address that belonged to another endpoint now belongs to this one. */
    public void put(long high, long low, int port, Route route) {
        Route before = find(high, low, port);
        if (!route.equals(before)) {
            evictOldest(route);
        }
        if (before == null && size * 2 >= routes.length) {
            grow();
        }
        int i = slot(high, low, port);
        while (true) {
            Route present = routes[i];
            if (present == null) {
                size++;
                break;
            }
            if (lows[i] == low && ports[i] == port && highs[i] == high) {
                break;
            }
            i = i + 1 & routes.length - 1;
        }
        highs[i] = high;
        lows[i] = low;
        ports[i] = port;
        routes[i] = route;
        ages[i] = clock++;
    }

    /** Forgets all addresses of an endpoint. */
    public void remove(Route route) {
        boolean found = false;
        for (Route present : routes) {
            found |= route.equals(present);
        }
        if (found) {
            rebuild(routes.length, route, Long.MIN_VALUE);
        }
    }

    /** Addresses known. */
    public int size() {
        return size;
    }

    private void evictOldest(Route route) {
        int count = 0;
        long oldest = Long.MAX_VALUE;
        for (int i = 0; i < routes.length; i++) {
            if (route.equals(routes[i])) {
                count++;
                oldest = Math.min(oldest, ages[i]);
            }
        }
        if (count >= MAX_TUPLES_PER_ENDPOINT) {
            rebuild(routes.length, null, oldest);
        }
    }

    private void grow() {
        rebuild(routes.length * 2, null, Long.MIN_VALUE);
    }

    /** Puts everything into new arrays but what belongs to {@code without} or has the age {@code withoutAge}. */
    private void rebuild(int capacity, @Nullable Route without, long withoutAge) {
        long[] oldHighs = highs;
        long[] oldLows = lows;
        int[] oldPorts = ports;
        @Nullable Route[] oldRoutes = routes;
        long[] oldAges = ages;
        highs = new long[capacity];
        lows = new long[capacity];
        ports = new int[capacity];
        routes = new @Nullable Route[capacity];
        ages = new long[capacity];
        size = 0;
        for (int i = 0; i < oldRoutes.length; i++) {
            Route route = oldRoutes[i];
            if (route == null || route.equals(without) || oldAges[i] == withoutAge) {
                continue;
            }
            int to = slot(oldHighs[i], oldLows[i], oldPorts[i]);
            while (routes[to] != null) {
                to = to + 1 & capacity - 1;
            }
            highs[to] = oldHighs[i];
            lows[to] = oldLows[i];
            ports[to] = oldPorts[i];
            routes[to] = route;
            ages[to] = oldAges[i];
            size++;
        }
    }

    private int slot(long high, long low, int port) {
        long hash = (high * 0x9E3779B97F4A7C15L ^ low) * 0xD6E8FEB86659FD93L + port * 0xA24BAED4963EE407L;
        return (int) (hash ^ hash >>> 32) & routes.length - 1;
    }
}
