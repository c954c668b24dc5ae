package org.starbridge.media.plan;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.plan.ConferencePlan.Member;

/**
 * A receiver of this worker, in the order of the plan.
 *
 * @param before its place in the plan before, if it was as it is now; else {@link #NONE}
 */
record PlannedReceiver(EndpointSession session, Member member, int before) {
    /** New, or with other properties than before. */
    static final int NONE = -1;

    /** Returns the layer of a source that it is to get, or {@link ForwardingTable#SUSPENDED}; nothing of its own. */
    int target(PlannedSource source) {
        return session.route().equals(source.sender().route())
                ? ForwardingTable.SUSPENDED
                : member.transport().target(source.ssrc());
    }

    boolean isChanged() {
        return before == NONE;
    }

    /**
     * The places of a plan's members.
     *
     * @param former what is in force
     * @param worker whose members they are
     * @param sessions of the worker
     */
    static List<PlannedReceiver> of(ConferencePlan plan, FanOutBuilder former, int worker, EndpointTable sessions) {
        List<PlannedReceiver> before = former.receivers();
        List<PlannedReceiver> places = new ArrayList<>(plan.members().size());
        int next = 0;
        for (Member member : plan.members()) {
            int key = member.route().endpointKey();
            EndpointSession session = member.route().owner() == worker ? sessions.find(key) : null;
            if (session == null) {
                continue;
            }
            while (next < before.size()
                    && before.get(next).member().route().endpointKey() < key) { // keys grow, in both
                next++;
            }
            boolean isSame = next < before.size() && before.get(next).session() == session && former.knows(member);
            places.add(new PlannedReceiver(session, member, isSame ? next : NONE));
        }
        return places;
    }
}
