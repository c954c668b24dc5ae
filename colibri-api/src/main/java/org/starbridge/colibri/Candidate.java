package org.starbridge.colibri;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One ICE candidate (RFC 8839 section 5.1, XEP-0176).
 *
 * @param component 1 for RTP (and, multiplexed, RTCP), at most 256
 * @param foundation groups candidates that come from the same place; not blank
 * @param generation which ICE run it belongs to; candidates of another run are ignored
 * @param id unique name; null when not given
 * @param ip address as written: a literal, or a name (mDNS) that a bridge ignores; not blank
 * @param network index of the interface; 0 when not given
 * @param port 0 to 65535; 9 for TCP active candidates, which have none
 * @param priority 0 to 2^32-1
 * @param protocol {@code udp}, {@code tcp}, {@code ssltcp}: lower case
 * @param type {@code host}, {@code srflx}, {@code prflx}, {@code relay}: lower case; others are ignored by ICE
 * @param relAddr related address; null when there is none
 * @param relPort related port; null when there is none
 * @param tcpType {@code active}, {@code passive} or {@code so} (RFC 6544); null for UDP
 */
public record Candidate(
        int component,
        String foundation,
        int generation,
        @Nullable String id,
        String ip,
        int network,
        int port,
        long priority,
        String protocol,
        String type,
        @Nullable String relAddr,
        @Nullable Integer relPort,
        @Nullable String tcpType) {

    public Candidate {
        Checks.inRange("candidate component", component, 1, 256);
        Checks.notBlank("candidate foundation", foundation);
        Checks.inRange("candidate generation", generation, 0, Integer.MAX_VALUE);
        Checks.notBlank("candidate ip", ip);
        Checks.inRange("candidate network", network, 0, Integer.MAX_VALUE);
        Checks.inRange("candidate port", port, 0, 65535);
        Checks.inRange("candidate priority", priority, 0, Checks.MAX_UINT32);
        protocol = Checks.notBlank("candidate protocol", protocol).toLowerCase(Locale.ROOT);
        type = Checks.notBlank("candidate type", type).toLowerCase(Locale.ROOT);
        if (relPort != null) {
            Checks.inRange("candidate rel-port", relPort, 0, 65535);
        }
    }

    /** A UDP host candidate of component 1, generation 0. */
    public static Candidate host(String foundation, String id, String ip, int port, long priority) {
        return new Candidate(1, foundation, 0, id, ip, 0, port, priority, "udp", "host", null, null, null);
    }
}
