package org.starbridge.bridge.http;

import java.util.Optional;
import org.starbridge.bridge.http.tls.TlsSettings;

/**
 * Address at which an HTTP server listens, and the way it speaks there.
 *
 * @param host a name or address of this machine
 * @param port 0 for any free one
 * @param tls empty = plain HTTP
 * @param speaksHttp2 whether it speaks HTTP/2, too
 * @param tellsVersion whether answers name the server's software, in a {@code Server} header
 */
public record HttpAddress(String host, int port, Optional<TlsSettings> tls, boolean speaksHttp2, boolean tellsVersion) {
    /** @throws IllegalArgumentException for a port out of range */
    public HttpAddress {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port is " + port + ": expected 0 to 65535");
        }
    }

    /** Plain HTTP that does not say what serves it. */
    public static HttpAddress plain(String host, int port) {
        return new HttpAddress(host, port, Optional.empty(), false, false);
    }

    /** As in a URL: an IPv6 address in brackets, which separate it from the port. */
    @Override
    public String toString() {
        return authority(host, port);
    }

    /** A host and a port as in a URL (RFC 3986, 3.2.2). */
    public static String authority(String host, int port) {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
