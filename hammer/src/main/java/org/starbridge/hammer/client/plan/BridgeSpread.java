package org.starbridge.hammer.client.plan;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Bridge of each endpoint, if a conference has several. Immutable.
 *
 * @param bridges 1 or more; endpoints go to them in turn, unless there are visitors
 * @param isStar whether all are linked with the first one only, instead of each with each
 * @param lost the bridge that is killed in the measured window, whose endpoints are invited again to the others; -1 for
 *     none
 * @param firstVisitor from this number on endpoints are visitors, on all bridges but the first in turn, and all others
 *     are on the first; {@link #NO_VISITORS} for none
 */
public record BridgeSpread(int bridges, boolean isStar, int lost, int firstVisitor) {
    /** Every endpoint is a participant. */
    public static final int NO_VISITORS = Integer.MAX_VALUE;

    /** Everything is on one bridge. */
    public static final BridgeSpread ONE = new BridgeSpread(1, false, -1);

    /** The most relays that a packet takes. */
    public static final int MAX_RELAYS = 2;

    /** One without visitors. */
    public BridgeSpread(int bridges, boolean isStar, int lost) {
        this(bridges, isStar, lost, NO_VISITORS);
    }

    public BridgeSpread {
        if (bridges < 1 || lost < -1 || lost >= bridges || lost == 0) {
            throw new IllegalArgumentException("bridges " + bridges + ", lost " + lost
                    + ": expected a bridge or more, of which one after the first is lost, or -1");
        }
    }

    /** Returns whether there are relays. */
    public boolean hasRelays() {
        return bridges > 1;
    }

    /** The bridge of an endpoint; of one that is invited again the one that it had at first. */
    public int home(int endpoint) {
        if (firstVisitor == NO_VISITORS) {
            return endpoint % bridges;
        }
        return isVisitor(endpoint) ? 1 + (endpoint - firstVisitor) % (bridges - 1) : 0;
    }

    /** Returns whether an endpoint only watches, and other bridges do not learn of it. */
    public boolean isVisitor(int endpoint) {
        return endpoint >= firstVisitor;
    }

    /** Returns whether the bridge of an endpoint is killed. */
    public boolean isLost(int endpoint) {
        return lost >= 0 && home(endpoint) == lost;
    }

    /** Those of {@code endpoints} whose bridge is killed, by their numbers. */
    public List<Integer> lostOf(int endpoints) {
        return IntStream.range(0, endpoints).filter(this::isLost).boxed().toList();
    }

    /** The bridge to which a lost endpoint is invited again: the others in turn. */
    public int secondHome(int endpoint) {
        int other = endpoint / bridges % (bridges - 1);
        return other < lost ? other : other + 1;
    }

    /** Returns the number of relays between the bridges of two endpoints, 0 to {@link #MAX_RELAYS}. */
    public int relaysBetween(int sender, int receiver) {
        int from = home(sender);
        int to = home(receiver);
        if (from == to) {
            return 0;
        }
        return isStar && from != 0 && to != 0 ? 2 : 1;
    }

    /** To how many other bridges one has a relay. */
    public int relaysOf(int bridge) {
        return isStar && bridge != 0 ? 1 : bridges - 1;
    }
}
