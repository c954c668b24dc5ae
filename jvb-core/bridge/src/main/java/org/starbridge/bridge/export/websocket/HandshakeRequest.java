package org.starbridge.bridge.export.websocket;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Request of a WebSocket handshake (RFC 6455 section 4.1), and what its answer must say.
 *
 * @param text the request
 * @param accept the expected {@code Sec-WebSocket-Accept}
 * @param subprotocols that were offered
 */
record HandshakeRequest(String text, String accept, Set<String> subprotocols) {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String SUBPROTOCOL = "Sec-WebSocket-Protocol";
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7E\\x80-\\xFF]*");
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * A request with a key of its own.
     *
     * @throws IllegalArgumentException when the URL has no host or a header cannot be one
     */
    static HandshakeRequest of(URI url, Map<String, String> headers) {
        if (url.getHost() == null) {
            throw new IllegalArgumentException("a URL without a host");
        }
        byte[] nonce = new byte[16];
        RANDOM.nextBytes(nonce);
        String key = Base64.getEncoder().encodeToString(nonce);
        StringBuilder text = new StringBuilder("GET ").append(target(url)).append(" HTTP/1.1\r\n");
        line(text, "Host", url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort());
        line(text, "Upgrade", "websocket");
        line(text, "Connection", "Upgrade");
        line(text, "Sec-WebSocket-Key", key);
        line(text, "Sec-WebSocket-Version", "13");
        headers.forEach((name, value) -> line(text, name, value));
        return new HandshakeRequest(text.append("\r\n").toString(), accept(key), subprotocols(headers));
    }

    private static String target(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String target = url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
        return URI.create(target).toASCIIString(); // letters beyond ASCII are percent-encoded
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a header");
        }
        text.append(name).append(": ").append(value).append("\r\n");
    }

    private static Set<String> subprotocols(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(SUBPROTOCOL))
                .flatMap(header -> Arrays.stream(header.getValue().strip().split("\\s*,\\s*", -1)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each Java has SHA-1", e);
        }
    }

    ByteBuffer bytes() {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Without values of headers and the query. */
    @Override
    public String toString() {
        return "WebSocket handshake";
    }
}
