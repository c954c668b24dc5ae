package org.starbridge.bridge.xmpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One account on one server, and the rooms to be in.
 *
 * @param id what operators call it
 * @param hostname where to connect to
 * @param port 5222
 * @param domain the server's XMPP domain; the hostname, unless given
 * @param username local part of the account, which many bridges may share
 * @param password of the account
 * @param mucJids bare addresses of the rooms
 * @param nickname unique among the bridges; what a focus calls this one
 * @param verifiesCertificate whether the server's certificate must be good
 * @param security whether TLS is needed
 * @param controlRole what an occupant of the rooms must be to make conferences
 */
public record MucClientConfig(
        String id,
        String hostname,
        int port,
        String domain,
        String username,
        String password,
        List<String> mucJids,
        String nickname,
        boolean verifiesCertificate,
        Security security,
        ControlRole controlRole) {
    private static final int DEFAULT_PORT = 5222;
    private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "::1");

    /** Need for TLS. */
    public enum Security {
        REQUIRED,
        IFPOSSIBLE,
        DISABLED
    }

    /**
     * Role that an occupant of the rooms must have to make conferences: a focus usually owns them, and always is in
     * them.
     */
    public enum ControlRole {
        OCCUPANT,
        MODERATOR,
        OWNER
    }

    public MucClientConfig {
        mucJids = List.copyOf(mucJids);
        if (mucJids.isEmpty()) {
            throw new IllegalArgumentException("XMPP client \"" + id + "\" lacks muc_jids");
        }
    }

    /**
     * Reads it as configuration files and REST have it.
     *
     * @param properties texts by name; the case of names does not matter, unknown ones are ignored
     * @throws IllegalArgumentException with a sentence that says what is missing or wrong, without the password
     */
    public static MucClientConfig of(String id, Map<String, String> properties) {
        Map<String, String> given = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        properties.forEach((key, value) -> given.put(key, value.strip()));
        List<String> missing = new ArrayList<>();
        String hostname = required(given, "hostname", missing);
        String username = required(given, "username", missing);
        String password = required(given, "password", missing);
        String mucJids = required(given, "muc_jids", missing);
        String nickname = required(given, "muc_nickname", missing);
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("XMPP client \"" + id + "\" lacks " + String.join(", ", missing));
        }
        return new MucClientConfig(
                id,
                hostname,
                port(id, given.getOrDefault("port", "")),
                given.getOrDefault("domain", "").isEmpty() ? hostname : given.getOrDefault("domain", ""),
                username,
                password,
                List.of(mucJids.split("\\s*,\\s*")),
                nickname,
                !Boolean.parseBoolean(given.getOrDefault("disable_certificate_verification", "false")),
                choice(
                        id,
                        "security_mode",
                        given,
                        LOCAL_HOSTS.contains(hostname) ? Security.IFPOSSIBLE : Security.REQUIRED),
                choice(id, "control_role", given, ControlRole.OCCUPANT));
    }

    private static String required(Map<String, String> given, String key, List<String> missing) {
        String value = given.getOrDefault(key, "");
        if (value.isEmpty()) {
            missing.add(key);
        }
        return value;
    }

    private static int port(String id, String text) {
        if (text.isEmpty()) {
            return DEFAULT_PORT;
        }
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException _) {
            // Said below.
        }
        throw new IllegalArgumentException("XMPP client \"" + id + "\": port " + text + ": expected 1 to 65535");
    }

    private static <E extends Enum<E>> E choice(String id, String key, Map<String, String> given, E byDefault) {
        String text = given.getOrDefault(key, "");
        if (text.isEmpty()) {
            return byDefault;
        }
        List<String> names = new ArrayList<>();
        for (E each : byDefault.getDeclaringClass().getEnumConstants()) {
            if (each.name().equals(text.toUpperCase(Locale.ROOT))) {
                return each;
            }
            names.add(each.name().toLowerCase(Locale.ROOT));
        }
        throw new IllegalArgumentException(
                "XMPP client \"" + id + "\": " + key + " " + text + ": expected one of " + String.join(", ", names));
    }

    /** Returns whether the same connection serves both. */
    boolean isSameAccount(MucClientConfig other) {
        return hostname.equals(other.hostname)
                && port == other.port
                && domain.equals(other.domain)
                && username.equals(other.username);
    }

    /** Without the password. */
    @Override
    public String toString() {
        String host = hostname.indexOf(':') < 0 ? hostname : "[" + hostname + "]"; // an IPv6 address
        return id + ": " + username + "@" + domain + " on " + host + ":" + port + " as " + nickname + " in "
                + String.join(", ", mucJids);
    }
}
