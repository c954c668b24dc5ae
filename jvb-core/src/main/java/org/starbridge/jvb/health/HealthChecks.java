package org.starbridge.jvb.health;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The checks of every bridge; what they look at is passed in. */
public final class HealthChecks {
    private HealthChecks() {}

    /**
     * Media can be received somewhere.
     *
     * @param bound the addresses of the UDP sockets that are open
     */
    public static HealthCheck socketsBound(Supplier<? extends Collection<InetSocketAddress>> bound) {
        return _ ->
                bound.get().isEmpty() ? HealthResult.hard("No UDP socket for media is bound.") : HealthResult.healthy();
    }

    /**
     * Somebody on the Internet can reach the bridge: one address at least is neither loopback, link-local nor private.
     *
     * @param addresses local and mapped ones
     */
    public static HealthCheck validAddress(Supplier<? extends Collection<InetAddress>> addresses) {
        return _ -> addresses.get().stream().anyMatch(HealthChecks::isPublic)
                ? HealthResult.healthy()
                : HealthResult.hard("No valid address: all of " + addresses.get()
                        + " are loopback, link-local or private, so clients on the Internet can not reach media.");
    }

    /**
     * Every media worker turns.
     *
     * @param oldestHeartbeatNs monotonic time at which the slowest worker last began its duty cycle
     * @param limit how long ago that may be
     */
    public static HealthCheck workersAlive(LongSupplier oldestHeartbeatNs, Duration limit) {
        return nowNs -> {
            long silentNs = nowNs - oldestHeartbeatNs.getAsLong();
            return silentNs > limit.toNanos()
                    ? HealthResult.hard("A media worker has been stuck for " + silentNs / 1_000_000 + " ms.")
                    : HealthResult.healthy();
        };
    }

    static boolean isPublic(InetAddress address) {
        boolean uniqueLocal = address instanceof Inet6Address && (address.getAddress()[0] & 0xFE) == 0xFC; // RFC 4193
        return !uniqueLocal
                && !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isSiteLocalAddress()
                && !address.isMulticastAddress();
    }
}
