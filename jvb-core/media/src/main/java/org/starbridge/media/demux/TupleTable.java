package org.starbridge.media.demux;

import org.jspecify.annotations.Nullable;

/**
 * Routes by tuple: remote address and port, and which of our addresses it talks to, both IPv6 or IPv4-mapped. Two
 * clients behind one NAT may have the same remote address towards two of ours. One table for each worker, owned by it;
 * a look-up allocates nothing. Open addressing with linear probing.
 *
 * <p>Only what an endpoint's ICE agent calls its own gets in, and goes when the agent forgets it, so an endpoint has at
 * most as many tuples as its agent has pairs. The table's own limit is for mistakes.
 */
public final class TupleTable {
    /** More than 2600 endpoints with the 100 pairs that an agent may have; a call has one or two. 25 MiB when full. */
    public static final int MAX_TUPLES = 1 << 18;

    private static final int LEAST_CAPACITY = 64;

    private long[] highs = new long[LEAST_CAPACITY];
    private long[] lows = new long[LEAST_CAPACITY];
    private long[] localHighs = new long[LEAST_CAPACITY];
    private long[] localLows = new long[LEAST_CAPACITY];
    private int[] ports = new int[LEAST_CAPACITY];
    private @Nullable Route[] routes = new @Nullable Route[LEAST_CAPACITY];
    private int size;

    /** The route for a tuple, or null. */
    public @Nullable Route find(long high, long low, int port, long localHigh, long localLow) {
        return routes[place(high, low, port, localHigh, localLow)];
    }

    /**
     * Remembers a tuple; one that belonged to another endpoint now belongs to this one.
     *
     * @return false if the table is full and knows nothing of it
     */
    public boolean put(long high, long low, int port, long localHigh, long localLow, Route route) {
        int i = place(high, low, port, localHigh, localLow);
        if (routes[i] == null) {
            if (size == MAX_TUPLES) {
                return false;
            }
            if (size * 2 >= routes.length) {
                rebuild(routes.length * 2, null);
                i = place(high, low, port, localHigh, localLow);
            }
            size++;
        }
        set(i, high, low, port, localHigh, localLow, route);
        return true;
    }

    /** Forgets a tuple if it is this endpoint's. */
    public void remove(long high, long low, int port, long localHigh, long localLow, Route route) {
        int i = place(high, low, port, localHigh, localLow);
        if (route.equals(routes[i])) {
            size--;
            close(i);
        }
    }

    /** Forgets all tuples of an endpoint. Looks at the whole table. */
    public void remove(Route route) {
        int left = 0;
        for (Route present : routes) {
            left += present == null || route.equals(present) ? 0 : 1;
        }
        if (left < size) {
            int capacity = routes.length;
            while (capacity > LEAST_CAPACITY && left * 8 < capacity) {
                capacity /= 2;
            }
            rebuild(capacity, route);
        }
    }

    /** Tuples known. */
    public int size() {
        return size;
    }

    /** Returns the place of the tuple, or the one where it would be. */
    private int place(long high, long low, int port, long localHigh, long localLow) {
        int i = home(high, low, port, localHigh, localLow);
        while (routes[i] != null
                && !(lows[i] == low
                        && ports[i] == port
                        && highs[i] == high
                        && localLows[i] == localLow
                        && localHighs[i] == localHigh)) {
            i = i + 1 & routes.length - 1;
        }
        return i;
    }

    /** Takes entry {@code gap} out: what was pushed on by it moves back, so that no search ends too early. */
    private void close(int gap) {
        int mask = routes.length - 1;
        int i = gap;
        while (true) {
            i = i + 1 & mask;
            Route moving = routes[i];
            if (moving == null) {
                routes[gap] = null;
                return;
            }
            int home = home(highs[i], lows[i], ports[i], localHighs[i], localLows[i]);
            if ((i - home & mask) >= (i - gap & mask)) {
                set(gap, highs[i], lows[i], ports[i], localHighs[i], localLows[i], moving);
                gap = i;
            }
        }
    }

    private void set(int i, long high, long low, int port, long localHigh, long localLow, Route route) {
        highs[i] = high;
        lows[i] = low;
        ports[i] = port;
        localHighs[i] = localHigh;
        localLows[i] = localLow;
        routes[i] = route;
    }

    /** Puts everything into new arrays but what belongs to {@code without}. */
    private void rebuild(int capacity, @Nullable Route without) {
        long[] oldHighs = highs;
        long[] oldLows = lows;
        long[] oldLocalHighs = localHighs;
        long[] oldLocalLows = localLows;
        int[] oldPorts = ports;
        @Nullable Route[] oldRoutes = routes;
        highs = new long[capacity];
        lows = new long[capacity];
        localHighs = new long[capacity];
        localLows = new long[capacity];
        ports = new int[capacity];
        routes = new @Nullable Route[capacity];
        size = 0;
        for (int i = 0; i < oldRoutes.length; i++) {
            Route route = oldRoutes[i];
            if (route == null || route.equals(without)) {
                continue;
            }
            int to = place(oldHighs[i], oldLows[i], oldPorts[i], oldLocalHighs[i], oldLocalLows[i]);
            set(to, oldHighs[i], oldLows[i], oldPorts[i], oldLocalHighs[i], oldLocalLows[i], route);
            size++;
        }
    }

    private int home(long high, long low, int port, long localHigh, long localLow) {
        long hash = (high * 0x9E3779B97F4A7C15L ^ low) * 0xD6E8FEB86659FD93L + port * 0xA24BAED4963EE407L;
        hash += (localHigh * 0x9E3779B97F4A7C15L ^ localLow) * 0xC2B2AE3D27D4EB4FL;
        return (int) (hash ^ hash >>> 32) & routes.length - 1;
    }
}
