package org.starbridge.bridge.nat;

import org.starbridge.bridge.config.reader.ConfigException;

/**
 * A server that answers with our public address, as {@code ice4j.harvest.mapping.stun.addresses} has it.
 *
 * @param host a name, looked up each time, or a literal address
 * @param port 1 to 65535
 */
public record StunServer(String host, int port) {
    static final String KEY = "ice4j.harvest.mapping.stun.addresses";

    /** RFC 8489 section 18.6. */
    private static final int DEFAULT_PORT = 3478;

    /**
     * Reads {@code host:port}; the port may be left out.
     *
     * @throws ConfigException for anything else
     */
    public static StunServer parse(String text) {
        String trimmed = text.strip();
        int colon = trimmed.lastIndexOf(':');
        String host = colon < 0 ? trimmed : trimmed.substring(0, colon);
        String port = colon < 0 ? Integer.toString(DEFAULT_PORT) : trimmed.substring(colon + 1);
        if (host.isEmpty() || host.contains(":") || host.contains("/") || !port.matches("[0-9]{1,5}")) {
            throw refused(text);
        }
        int number = Integer.parseInt(port);
        if (number < 1 || number > 65535) {
            throw refused(text);
        }
        return new StunServer(host, number);
    }

    private static ConfigException refused(String text) {
        return new ConfigException(
                KEY, "\"" + text + "\"", "host:port of a STUN server that has an IPv4 address: stun.example.org:3478");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
