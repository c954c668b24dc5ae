package org.starbridge.bridge.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes that {@code Forwarded} (RFC 7239, section 4) and {@code X-Forwarded-For} name, from the client to us. An
 * element without a node, or with one that is {@code unknown} or malformed, is an empty one: what stands before it
 * cannot be trusted.
 */
final class ForwardedNodes {
    /** RFC 7239, section 6. An IPv6 address without brackets, as X-Forwarded-For has it, has no port. */
    private static final Pattern NODE = Pattern.compile(
            "(?:\\[(?<six>[0-9A-Fa-f:.]{2,45})]|(?<four>[0-9]{1,3}(?:\\.[0-9]{1,3}){3})|(?<name>_[A-Za-z0-9._-]{1,64}))"
                    + "(?::(?:(?<port>[0-9]{1,5})|_[A-Za-z0-9._-]{1,64}))?");

    private static final Pattern BARE_SIX = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f:.]{1,44}");
    private static final String FOR = "for=";
    private static final int MAX_PORT = 65535;

    private ForwardedNodes() {}

    /** @param values of all headers of this name, in their order */
    static List<Optional<InetSocketAddress>> ofXForwardedFor(List<String> values) {
        List<Optional<InetSocketAddress>> nodes = new ArrayList<>();
        for (String element : String.join(",", values).split(",", -1)) {
            String text = element.strip();
            if (!text.isEmpty()) {
                nodes.add(node(unquoted(text)));
            }
        }
        return nodes;
    }

    /** @param values of all headers of this name, in their order */
    static List<Optional<InetSocketAddress>> ofForwarded(List<String> values) {
        String all = String.join(",", values);
        if (endsQuoted(all)) {
            return List.of(Optional.empty()); // a stranger's quotation mark could hide what a proxy has appended
        }
        List<Optional<InetSocketAddress>> nodes = new ArrayList<>();
        for (String element : split(all, ',')) {
            if (!element.isBlank()) {
                nodes.add(split(element, ';').stream()
                        .map(String::strip)
                        .filter(pair -> pair.regionMatches(true, 0, FOR, 0, FOR.length()))
                        .findFirst()
                        .flatMap(pair -> node(unquoted(pair.substring(FOR.length())))));
            }
        }
        return nodes;
    }

    private static boolean endsQuoted(String text) {
        boolean isQuoted = false;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '"') {
                isQuoted = !isQuoted;
            } else if (text.charAt(i) == '\\' && isQuoted) {
                i++;
            }
        }
        return isQuoted;
    }

    /** At a separator outside of quoted strings. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean isQuoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == '\\' && isQuoted) {
                i++;
            } else if (c == separator && !isQuoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    /** The content of a quoted string (RFC 9110, 5.6.4); another text as it is. */
    private static String unquoted(String text) {
        return text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")
                ? text
                : text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1");
    }

    private static Optional<InetSocketAddress> node(String text) {
        Matcher node = NODE.matcher(text);
        if (node.matches()) {
            String port = node.group("port");
            int number = port == null ? 0 : Integer.parseInt(port);
            if (number > MAX_PORT) {
                return Optional.empty();
            }
            String name = node.group("name");
            return name != null
                    ? Optional.of(InetSocketAddress.createUnresolved(name, number))
                    : address(node.group("six") == null ? node.group("four") : node.group("six"), number);
        }
        return BARE_SIX.matcher(text).matches() ? address(text, 0) : Optional.empty();
    }

    private static Optional<InetSocketAddress> address(String text, int port) {
        try {
            return Optional.of(new InetSocketAddress(InetAddress.ofLiteral(text), port));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
