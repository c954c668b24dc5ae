package org.starbridge.media.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.starbridge.media.api.EndedConnection;

/**
 * Reports on how the transports of the endpoints that left last ended. Bounded by number: 256 reports of at most 20
 * pairs are under 2 MiB. Any thread.
 */
final class EndedConnections {
    static final int MAX = 256;

    private final Deque<EndedConnection> newestFirst = new ArrayDeque<>();

    synchronized void add(EndedConnection ended) {
        if (newestFirst.size() == MAX) {
            newestFirst.removeLast();
        }
        newestFirst.addFirst(ended);
    }

    synchronized List<EndedConnection> all() {
        return List.copyOf(newestFirst);
    }
}
