package org.starbridge.hammer.meet;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.xmpp.ServerAddress;

/**
 * A room of a deployment, and how to get in.
 *
 * @param server the XMPP server's, for clients
 * @param domain the participants'
 * @param username of the account; null for an anonymous login
 * @param password of the account
 * @param room its bare address
 * @param focus the address that creates the conference
 * @param checksCertificate whether the server has to prove that it is the domain's
 */
record MeetRoom(
        ServerAddress server,
        String domain,
        @Nullable String username,
        @Nullable String password,
        String room,
        String focus,
        boolean checksCertificate) {
    /** Without the password. */
    @Override
    public String toString() {
        return room + " of " + domain + " on " + server.host() + ":" + server.port();
    }
}
