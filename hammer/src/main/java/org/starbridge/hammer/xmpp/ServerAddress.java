package org.starbridge.hammer.xmpp;

/**
 * Address at which an XMPP server listens for clients.
 *
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {
    private static final int DEFAULT_PORT = 5222;

    public ServerAddress {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("port " + port + ": expected 1 to 65535");
        }
    }

    /**
     * Reads {@code HOST} or {@code HOST:PORT}.
     *
     * @throws IllegalArgumentException with a sentence, if it is neither
     */
    public static ServerAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            return new ServerAddress(text, DEFAULT_PORT);
        }
        try {
            return new ServerAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected HOST or HOST:PORT", e);
        }
    }
}
