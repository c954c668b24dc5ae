package org.starbridge.bridge.http;

import java.util.HashMap;
import java.util.Map;

/** Places that are taken for a while: a number for all clients, of which each may have a share. Thread safe. */
final class Places {
    private final int total;
    private final int perClient;
    private final Map<ClientNetwork, Integer> byClient = new HashMap<>();
    private int taken;

    /** Outcome of a wish for a place. */
    enum Outcome {
        TAKEN,
        /** The client has as many as it may. */
        SHARE_USED,
        /** All clients together have as many as there are. */
        ALL_USED
    }

    /** @param perClient may be more than all: then there are no shares */
    Places(int total, int perClient) {
        this.total = total;
        this.perClient = perClient;
    }

    synchronized Outcome take(ClientNetwork client) {
        int own = byClient.getOrDefault(client, 0);
        if (own >= perClient) {
            return Outcome.SHARE_USED;
        }
        if (taken >= total) {
            return Outcome.ALL_USED;
        }
        taken++;
        byClient.put(client, own + 1);
        return Outcome.TAKEN;
    }

    /** To be called once for each place that was taken. */
    synchronized void giveBack(ClientNetwork client) {
        taken--;
        byClient.computeIfPresent(client, (_, own) -> own == 1 ? null : own - 1);
    }
}
