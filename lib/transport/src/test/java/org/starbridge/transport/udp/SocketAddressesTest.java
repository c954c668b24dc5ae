package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class SocketAddressesTest {
    @Test
    void ipv4MappedComesBackAsIpv4WhateverTheScopeFieldHolds() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), 4000);
        try (Slab memory = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            SocketAddresses.writeV6(memory.address(), address);
            Memory.putNativeInt(memory.address() + 24, -1);
            assertThat(SocketAddresses.read(memory.address())).isEqualTo(address);
        }
    }

    @Test
    void twoFlowsAreTheSameIfAllOfTheirEndsAre() {
        InetSocketAddress remote = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), 4000);
        InetAddress local = InetAddress.ofLiteral("192.0.2.1");
        try (Slab one = Slab.allocate(SocketAddresses.SIZE_BYTES);
                Slab other = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            SocketAddresses.writeV6(one.address(), remote);
            SocketAddresses.writeLocal(one.address(), local);
            SocketAddresses.writeV4(other.address(), remote);
            SocketAddresses.writeLocal(other.address(), local);
            assertThat(SocketAddresses.isSame(one.address(), other.address()))
                    .as("in either family")
                    .isTrue();
            SocketAddresses.writeLocal(other.address(), InetAddress.ofLiteral("192.0.2.2"));
            assertThat(SocketAddresses.isSame(one.address(), other.address()))
                    .as("towards another address of ours")
                    .isFalse();
            for (String differs : new String[] {"192.0.2.8", "2001:db8::7", "::7"}) {
                SocketAddresses.writeV6(other.address(), new InetSocketAddress(InetAddress.ofLiteral(differs), 4000));
                SocketAddresses.writeLocal(other.address(), local);
                assertThat(SocketAddresses.isSame(one.address(), other.address()))
                        .as(differs)
                        .isFalse();
            }
            for (String link : new String[] {"fe80::7%1", "fe80::7%2"}) {
                SocketAddresses.writeV6(
                        other.address(), new InetSocketAddress(InetAddress.ofLiteral("fe80::7%1"), 4000));
                SocketAddresses.writeV6(one.address(), new InetSocketAddress(InetAddress.ofLiteral(link), 4000));
                assertThat(SocketAddresses.isSame(one.address(), other.address()))
                        .as(link)
                        .isEqualTo(link.endsWith("%1"));
            }
            SocketAddresses.writeV6(one.address(), remote);
            SocketAddresses.writeLocal(one.address(), local);
            SocketAddresses.writeV6(other.address(), new InetSocketAddress(remote.getAddress(), 4001));
            SocketAddresses.writeLocal(other.address(), local);
            assertThat(SocketAddresses.isSame(one.address(), other.address()))
                    .as("another port")
                    .isFalse();
        }
    }
}
