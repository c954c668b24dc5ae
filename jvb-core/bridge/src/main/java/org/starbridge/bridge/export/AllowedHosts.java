package org.starbridge.bridge.export;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Hosts to which media may go.
 *
 * @param patterns names or addresses in lower case; {@code *.example.org} stands for all below that name,
 *     {@code public} for all whose addresses are public, {@code *} for all
 */
public record AllowedHosts(List<String> patterns) {
    private static final String PUBLIC = "public";

    /** Every host. */
    public static final AllowedHosts ALL = new AllowedHosts(List.of("*"));

    /** Every host outside of private networks. */
    static final AllowedHosts ALL_PUBLIC = new AllowedHosts(List.of(PUBLIC));

    public AllowedHosts {
        patterns = patterns.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The same, and other names in addition. */
    AllowedHosts and(Stream<String> names) {
        return new AllowedHosts(
                Stream.concat(patterns.stream(), names).distinct().toList());
    }

    /** True if media may go to a host, provided that its addresses are public where that is required. Does not wait. */
    boolean mayAllow(String host) {
        return patterns.contains(PUBLIC) || allowsName(host);
    }

    /** The address to which media for a host may go; empty if it may not. Waits for a name server if need be. */
    Optional<InetAddress> address(String host) throws UnknownHostException {
        if (allowsName(host)) {
            return Optional.of(InetAddress.getByName(host));
        }
        if (!patterns.contains(PUBLIC)) {
            return Optional.empty();
        }
        InetAddress[] all = InetAddress.getAllByName(host);
        return Stream.of(all).allMatch(AllowedHosts::isPublic) ? Optional.of(all[0]) : Optional.empty();
    }

    private boolean allowsName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return patterns.stream()
                .anyMatch(pattern -> pattern.equals("*")
                        || (pattern.startsWith("*.") ? name.endsWith(pattern.substring(1)) : name.equals(pattern)));
    }

    /** True for an address that is neither of this machine nor of a private network, and not multicast (RFC 6890). */
    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xFF;
        int second = bytes[1] & 0xFF;
        if (address instanceof Inet4Address) {
            boolean isShared = first == 100 && (second & 0xC0) == 64; // RFC 6598
            boolean isBenchmark = first == 198 && (second & 0xFE) == 18; // RFC 2544
            return first != 0 && first < 240 && !isShared && !isBenchmark;
        }
        boolean isUniqueLocal = (first & 0xFE) == 0xFC; // RFC 4193
        boolean isEmbedding =
                (first == 0 && !isTranslated(bytes)) || (first == 0x20 && second == 2); // ::a.b.c.d; 6to4 (RFC 7526)
        return !isUniqueLocal && !isEmbedding && !(isTranslated(bytes) && !isPublic(embedded(bytes)));
    }

    /** 64:ff9b::/96 and 64:ff9b:1::/48 (RFC 6052, RFC 8215). */
    private static boolean isTranslated(byte[] bytes) {
        return bytes[0] == 0 && bytes[1] == 0x64 && bytes[2] == (byte) 0xFF && bytes[3] == (byte) 0x9B;
    }

    private static InetAddress embedded(byte[] bytes) {
        try {
            return InetAddress.getByAddress(new byte[] {bytes[12], bytes[13], bytes[14], bytes[15]});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
