package org.starbridge.trials.focus;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;

/**
 * Login of the focus and the rooms that it serves, as a {@code jicofo.conf} has them.
 *
 * @param host of the XMPP server
 * @param port of the XMPP server
 * @param domain of the account
 * @param username of the account
 * @param password of the account
 * @param conferences the domain of the conferences' rooms
 * @param bridges the bare address of the bridges' room
 */
record FocusSettings(
        String host, int port, String domain, String username, String password, String conferences, String bridges) {
    /** Reads the keys that the stand-in needs. Throws {@link com.typesafe.config.ConfigException}. */
    static FocusSettings read(Path file) {
        Config jicofo = ConfigFactory.parseFile(file.toFile()).resolve().getConfig("jicofo");
        Config client = jicofo.getConfig("xmpp.client");
        return new FocusSettings(
                client.getString("hostname"),
                client.getInt("port"),
                client.getString("domain"),
                client.getString("username"),
                client.getString("password"),
                client.getString("conference-muc-jid"),
                jicofo.getString("bridge.brewery-jid"));
    }

    /** Without the password. */
    @Override
    public String toString() {
        return username + "@" + domain + " on " + host + ":" + port;
    }
}
