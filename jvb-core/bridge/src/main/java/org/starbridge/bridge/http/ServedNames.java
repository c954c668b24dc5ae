package org.starbridge.bridge.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/**
 * Names by which a server may be called. A page whose name its owner lets point to this machine (DNS rebinding) would
 * otherwise be of the server's own origin, and could read and send whatever it likes.
 *
 * <p>An IP address is no name and cannot be made to point elsewhere. A name without a dot has no owner in the public
 * DNS; containers and pods call each other so. It counts unless the server listens on the loopback address only: no
 * other machine calls it there, while a local network may answer for any such name.
 */
final class ServedNames {
    private static final String ANY = "*";
    private static final String BELOW = "*.";

    private final String boundName;
    private final boolean isOnLoopback;
    private final List<String> allowed;

    /**
     * @param boundHost a name or address of this machine
     * @param allowed further names, as in {@link AllowedCallers#hosts}
     */
    ServedNames(String boundHost, List<String> allowed) {
        this.boundName = boundHost.toLowerCase(Locale.ROOT);
        this.isOnLoopback = isLoopback(boundHost);
        this.allowed = List.copyOf(allowed);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false; // binding fails for the same reason, and says so
        }
    }

    /** @param host of a request, without the port; an IPv6 address in brackets */
    boolean contains(String host) {
        String name = withoutFinalDot(host.toLowerCase(Locale.ROOT));
        return isAddress(name)
                || name.equals("localhost")
                || name.equals(boundName)
                || (!isOnLoopback && name.indexOf('.') < 0)
                || allowed.stream().anyMatch(each -> matches(each, name));
    }

    private static boolean matches(String allowed, String name) {
        return allowed.equals(ANY)
                || allowed.equals(name)
                || (allowed.startsWith(BELOW) && name.endsWith(allowed.substring(1)));
    }

    private static boolean isAddress(String host) {
        if (host.startsWith("[")) {
            return true; // brackets hold nothing but an IPv6 address
        }
        try {
            InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static String withoutFinalDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
