package org.starbridge.media.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.plan.ConferencePlan.Member;

/**
 * A receiver of this worker, in the order of the plan.
 *
 * @param before its place in the plan before, if it was as it is now; else {@link #NONE}
 */
record PlannedReceiver(EndpointSession session, Member member, int before) {
    /** New, or with other properties than before. */
    static final int NONE = -1;

    boolean isChanged() {
        return before == NONE;
    }

    /**
     * The places of a plan's members.
     *
     * @param former what is in force
     * @param sessions finds a member's session, null if it is another worker's
     */
    static List<PlannedReceiver> of(
            ConferencePlan plan, FanOutBuilder former, Function<Member, @Nullable EndpointSession> sessions) {
        List<PlannedReceiver> before = former.places();
        List<PlannedReceiver> places = new ArrayList<>(plan.members().size());
        int next = 0;
        for (Member member : plan.members()) {
            EndpointSession session = sessions.apply(member);
            if (session == null) {
                continue;
            }
            int key = member.route().endpointKey();
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
