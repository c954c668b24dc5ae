package org.starbridge.hammer.client.signalling;

/** Topology of the relays between the bridges of one conference. */
enum RelayTopology {
    /** Each with each, in one mesh: what comes over a relay goes to endpoints only. */
    MESH,
    /** All with the first one, each in a mesh of its own: the first one passes on what it gets. */
    STAR;

    /** Returns whether two bridges have a relay to each other. */
    boolean isLinked(int one, int other) {
        return one != other && (this == MESH || one == 0 || other == 0);
    }

    /** Over which bridge one reaches another. */
    int next(int from, int to) {
        return isLinked(from, to) ? to : 0;
    }

    /** The mesh that the relay between two bridges belongs to. */
    String meshId(int one, int other) {
        return this == MESH ? "0" : Integer.toString(Math.max(one, other));
    }
}
