package org.starbridge.benchmarks.floor;

import java.util.ArrayList;
import java.util.List;

/** The clients that get each other's media. Owned by the floor's thread. */
final class FloorConference {
    private final List<FloorEndpoint> endpoints = new ArrayList<>();
    private final FloorBatch pass = new FloorBatch();
    private int sources;

    List<FloorEndpoint> endpoints() {
        return endpoints;
    }

    /** Returns what the last look at the socket has brought for it. */
    FloorBatch pass() {
        return pass;
    }

    int nextSourceNumber() {
        return sources++;
    }
}
