package org.starbridge.colibri.xmpp;

/**
 * A room where bridges are, and who to be in it.
 *
 * @param host of the XMPP server
 * @param port 5222 normally
 * @param domain the account's
 * @param username of the account
 * @param password of the account
 * @param room bare address of the room
 * @param nickname ours in it
 */
public record BreweryPlace(
        String host, int port, String domain, String username, String password, String room, String nickname) {
    public BreweryPlace {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + ": expected 1 to 65535");
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return nickname + " in " + room + " as " + username + "@" + domain + " on " + host + ":" + port;
    }
}
