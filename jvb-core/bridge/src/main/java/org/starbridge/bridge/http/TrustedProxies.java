package org.starbridge.bridge.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proxies whose word about the address of a client counts. Each proxy on the way appends the address of its own client
 * to {@code Forwarded} (RFC 7239) or {@code X-Forwarded-For}, so the list is read from its end: the first address that
 * is not one of a trusted proxy is the client's. What stands before it was written by strangers.
 *
 * <p>A proxy usually writes one of the two headers and passes the other one on as the client sent it. If both are there
 * and name different clients, neither counts, and the proxy itself is taken for the client: a forged header gains
 * nothing, and takes nothing from others.
 */
public final class TrustedProxies {
    /** No proxy: the sender of a connection is the client. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private final List<Subnet> subnets;

    private TrustedProxies(List<Subnet> subnets) {
        this.subnets = List.copyOf(subnets);
    }

    /**
     * Reads a list of addresses and of subnets.
     *
     * @param texts as in {@code 192.0.2.1}, {@code 10.0.0.0/8}, {@code 2001:db8::/32}
     * @throws IllegalArgumentException for one that is neither; the message names it
     */
    public static TrustedProxies of(List<String> texts) {
        return new TrustedProxies(texts.stream().map(Subnet::parse).toList());
    }

    boolean contains(InetAddress address) {
        return subnets.stream().anyMatch(subnet -> subnet.contains(address));
    }

    /**
     * The address of the client. One that a proxy gave an identifier instead of an address (RFC 7239, 6.3) has this as
     * an unresolved name.
     *
     * @param peer who has sent the request
     * @param forwarded values of the header {@code Forwarded}
     * @param xForwardedFor values of the header {@code X-Forwarded-For}
     */
    public InetSocketAddress client(InetSocketAddress peer, List<String> forwarded, List<String> xForwardedFor) {
        InetAddress sender = peer.getAddress();
        if (sender == null || !contains(sender) || (forwarded.isEmpty() && xForwardedFor.isEmpty())) {
            return peer;
        }
        if (forwarded.isEmpty()) {
            return client(peer, ForwardedNodes.ofXForwardedFor(xForwardedFor));
        }
        InetSocketAddress standard = client(peer, ForwardedNodes.ofForwarded(forwarded));
        if (xForwardedFor.isEmpty()) {
            return standard;
        }
        InetSocketAddress other = client(peer, ForwardedNodes.ofXForwardedFor(xForwardedFor));
        return standard.getHostString().equals(other.getHostString()) ? standard : peer;
    }

    /** @param nodes from the client to us; an empty one is unknown or malformed */
    private InetSocketAddress client(InetSocketAddress peer, List<Optional<InetSocketAddress>> nodes) {
        InetSocketAddress client = peer;
        for (Optional<InetSocketAddress> node : nodes.reversed()) {
            InetAddress reporter = client.getAddress();
            if (reporter == null || !contains(reporter) || node.isEmpty()) {
                break;
            }
            client = node.get();
        }
        return client;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TrustedProxies proxies && subnets.equals(proxies.subnets);
    }

    @Override
    public int hashCode() {
        return subnets.hashCode();
    }

    /** As in a configuration. */
    @Override
    public String toString() {
        return subnets.stream()
                .map(subnet -> subnet.address().getHostAddress() + "/" + subnet.prefixBits())
                .toList()
                .toString();
    }

    /**
     * Addresses with a common beginning.
     *
     * @param address four bytes, or sixteen
     * @param prefixBits how many of them count
     */
    private record Subnet(InetAddress address, int prefixBits) {
        static Subnet parse(String text) {
            int slash = text.indexOf('/');
            try {
                InetAddress address = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
                int most = 8 * address.getAddress().length;
                int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
                if (bits >= 0 && bits <= most) {
                    return new Subnet(address, bits);
                }
            } catch (IllegalArgumentException _) {
                // falls through: the sentence is the same for all that is wrong
            }
            throw new IllegalArgumentException(
                    "\"" + text + "\": expected an IP address, or a subnet as in 10.0.0.0/8 or 2001:db8::/32");
        }

        boolean contains(InetAddress other) {
            byte[] own = address.getAddress();
            byte[] theirs = other.getAddress();
            if (own.length != theirs.length) {
                return false;
            }
            for (int i = 0; i < prefixBits; i++) {
                int bit = 0x80 >> (i % 8);
                if ((own[i / 8] & bit) != (theirs[i / 8] & bit)) {
                    return false;
                }
            }
            return true;
        }
    }
}
