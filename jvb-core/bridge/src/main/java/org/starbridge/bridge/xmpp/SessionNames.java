package org.starbridge.bridge.xmpp;

import org.jxmpp.jid.EntityFullJid;
import org.jxmpp.jid.parts.Resourcepart;

/**
 * Names of this process' sessions on XMPP servers (resources). There are two for each place in a room, which take turns
 * at upgrades.
 *
 * @param number 0 or 1
 * @param endsOther whether a session with the other name is ended before the first log-in: a process may have left it
 *     behind that was killed after an upgrade, and the server would still send requests there
 */
public record SessionNames(int number, boolean endsOther) {
    /** Those of a bridge that is never upgraded. */
    public static final SessionNames ONLY = new SessionNames(0, false);

    /**
     * The name of the session in a place. The same for each process that has this place, and another one for each other
     * place. So the server ends the session of a process that died when the next one binds (RFC 6120 section 7.7.2.2).
     * It does not keep that session for resumption, where it would go on receiving what a focus asks. Bridges share an
     * account, so the nickname alone would not do.
     */
    Resourcepart resource(EntityFullJid place) {
        return resource(place, number);
    }

    /** The name that this process does not have. */
    Resourcepart other(EntityFullJid place) {
        return resource(place, 1 - number);
    }

    private static Resourcepart resource(EntityFullJid place, int number) {
        return Resourcepart.fromOrThrowUnchecked(number == 0 ? place.toString() : place + " " + (number + 1));
    }
}
