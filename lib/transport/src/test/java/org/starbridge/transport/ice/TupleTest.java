package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class TupleTest {
    private static final InetSocketAddress OURS = new InetSocketAddress(InetAddress.ofLiteral("2001:db8::1"), 10000);

    @Test
    void oneLinkLocalAddressOnTwoLinksIsTwoPeers() throws UnknownHostException {
        Tuple tuple = new Tuple(OURS, onLink(2));
        assertThat(tuple).isEqualTo(new Tuple(OURS, onLink(2))).hasSameHashCodeAs(new Tuple(OURS, onLink(2)));
        assertThat(tuple).isNotEqualTo(new Tuple(OURS, onLink(3)));
        assertThat(new Tuple(onLink(2), OURS)).isNotEqualTo(new Tuple(onLink(3), OURS));
    }

    @Test
    void eitherEndAndEitherPortTellsTuplesApart() {
        InetSocketAddress peer = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 5000);
        InetSocketAddress neighbour = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 5001);
        assertThat(new Tuple(OURS, peer)).isEqualTo(new Tuple(OURS, peer));
        assertThat(new Tuple(OURS, peer)).isNotEqualTo(new Tuple(OURS, neighbour));
        assertThat(new Tuple(OURS, peer)).isNotEqualTo(new Tuple(neighbour, peer));
    }

    private static InetSocketAddress onLink(int scope) throws UnknownHostException {
        byte[] linkLocal = InetAddress.ofLiteral("fe80::1").getAddress();
        return new InetSocketAddress(Inet6Address.getByAddress(null, linkLocal, scope), 5000);
    }
}
