package org.starbridge.control.relay;

import java.util.List;
import org.starbridge.control.selection.Member;

/** Takes part in the selections of one conference beside its endpoints and relays. Guarded by the conference's lock. */
public interface MembershipExtension {
    /** Adds nothing. */
    MembershipExtension NONE = new MembershipExtension() {
        @Override
        public List<Member> extend(List<Member> members) {
            return members;
        }

        @Override
        public void onSelected(Membership membership) {}
    };

    /** The members of the next selection: those of the conference, and others. */
    List<Member> extend(List<Member> members);

    /** A selection was made. */
    void onSelected(Membership membership);
}
