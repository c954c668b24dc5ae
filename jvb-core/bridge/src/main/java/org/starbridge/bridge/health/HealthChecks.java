package org.starbridge.bridge.health;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The checks of every bridge; what they look at is passed in. */
public final class HealthChecks {
    /**
     * File descriptors that the bridge itself may need while it runs: a handful for logs, class loading and accepted
     * connections.
     */
    private static final int FILE_DESCRIPTORS_IN_RESERVE = 16;

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
     * Clients on the Internet can reach the bridge: at least one address is neither loopback, link-local nor private.
     *
     * @param addresses local and mapped ones
     * @param isStillAsking whether a server was asked for our public address and has not answered yet
     */
    public static HealthCheck validAddress(
            Supplier<? extends Collection<InetAddress>> addresses, BooleanSupplier isStillAsking) {
        return _ -> {
            boolean mayComeYet = isStillAsking.getAsBoolean(); // before the addresses: an answer may come between
            Collection<InetAddress> known = addresses.get();
            if (known.stream().anyMatch(HealthChecks::isPublic)) {
                return HealthResult.healthy();
            }
            return mayComeYet
                    ? HealthResult.soft("No valid address yet: still querying the public address of this machine.")
                    : HealthResult.hard("No valid address: all of " + known
                            + " are loopback, link-local or private, so clients on the Internet cannot reach media. Set the"
                            + " public address in ice4j.harvest.mapping.static-mappings, or set a STUN server in"
                            + " ice4j.harvest.mapping.stun.addresses.");
        };
    }

    /**
     * A STUN server has answered with our public address.
     *
     * @param complaint why not, for people; empty if one has, or none was named
     * @param isStillAsking whether it may yet
     */
    public static HealthCheck stunAnswered(Supplier<Optional<String>> complaint, BooleanSupplier isStillAsking) {
        return _ -> {
            if (isStillAsking.getAsBoolean()) {
                return HealthResult.soft("The STUN servers have not answered yet.");
            }
            return complaint
                    .get()
                    .map(reason -> HealthResult.hard("STUN is required, but " + reason))
                    .orElse(HealthResult.healthy());
        };
    }

    /**
     * Clients outside this machine can reach the bridge, as far as the examination of its network tells.
     *
     * @param complaint why not, for people; empty if they can, or while that is not known
     */
    public static HealthCheck reachable(Supplier<String> complaint) {
        return _ -> {
            String reason = complaint.get();
            return reason.isEmpty() ? HealthResult.healthy() : HealthResult.hard("Unreachable: " + reason + ".");
        };
    }

    /**
     * Every media worker turns.
     *
     * @param complaint looks at the given monotonic time; a sentence for people, empty when they do
     */
    public static HealthCheck workersAlive(LongFunction<String> complaint) {
        return nowNs -> {
            String sentence = complaint.apply(nowNs);
            return sentence.isEmpty() ? HealthResult.healthy() : HealthResult.hard(sentence);
        };
    }

    /**
     * There are file descriptors left for new connections. Not a hard failure: conferences that run need no more of
     * them.
     *
     * @param open how many the process has now; negative where unknown
     * @param limit how many it may have
     */
    public static HealthCheck fileDescriptorsLeft(LongSupplier open, LongSupplier limit) {
        return _ -> {
            long used = open.getAsLong();
            long most = limit.getAsLong();
            return used >= 0 && most - used < FILE_DESCRIPTORS_IN_RESERVE
                    ? HealthResult.soft("Out of file descriptors: " + used + " of " + most
                            + " are open; raise the limit (ulimit -n), or close idle connections.")
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
