package org.starbridge.bridge.export;

import java.util.List;
import java.util.Locale;

/**
 * Hosts to which media may go.
 *
 * @param patterns names or addresses in lower case; {@code *.example.org} stands for all below that name, {@code *} for
 *     all
 */
public record AllowedHosts(List<String> patterns) {
    /** Every host. */
    public static final AllowedHosts ALL = new AllowedHosts(List.of("*"));

    public AllowedHosts {
        patterns = patterns.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Whether media may go to a host. */
    public boolean allows(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return patterns.stream()
                .anyMatch(pattern -> pattern.equals("*")
                        || (pattern.startsWith("*.") ? name.endsWith(pattern.substring(1)) : name.equals(pattern)));
    }
}
