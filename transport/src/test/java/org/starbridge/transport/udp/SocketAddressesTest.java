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
}
