package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Slab;

class JavaAddressesTest {
    private final JavaAddresses addresses = new JavaAddresses();
    private final Slab slab = Slab.allocate(SocketAddresses.SIZE_BYTES);

    @AfterEach
    void free() {
        slab.close();
    }

    private InetSocketAddress read(InetSocketAddress written) {
        SocketAddresses.writeV6(slab.address(), written);
        return addresses.at(slab.address());
    }

    @Test
    void theSameDestinationIsTheSameObject() throws Exception {
        InetSocketAddress v4 = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), 40000);
        InetSocketAddress v6 = new InetSocketAddress(InetAddress.ofLiteral("2001:db8::7"), 40000);
        InetSocketAddress first = read(v4);
        assertThat(first).isEqualTo(v4);
        assertThat(read(v6)).isEqualTo(v6).isSameAs(read(v6));
        assertThat(read(v4)).isSameAs(first);
    }

    @Test
    void isRightForAnyAddressAlsoWhenPlacesAreTakenOver() throws Exception {
        long seed = 0x5EED;
        Random random = new Random(seed);
        for (int i = 0; i < 4 * JavaAddresses.PLACES; i++) {
            InetSocketAddress to = random(random);
            assertThat(read(to)).as("seed %s, address %s", seed, i).isEqualTo(to);
        }
    }

    /** Few hosts and ports, so that neighbours differ in one thing only: a bit, the port or the scope. */
    private static InetSocketAddress random(Random random) throws UnknownHostException {
        byte[] ip = new byte[random.nextBoolean() ? 4 : 16];
        ip[0] = (byte) (ip.length == 4 ? 10 : 0xFE);
        if (ip.length == 16) {
            ip[1] = (byte) 0x80;
        }
        ip[random.nextInt(ip.length - 1) + 1] ^= (byte) (1 << random.nextInt(8));
        int port = random.nextInt(1, 0x10000);
        InetAddress host = ip.length == 4
                ? InetAddress.getByAddress(ip)
                : java.net.Inet6Address.getByAddress(null, ip, random.nextInt(1, 4));
        return new InetSocketAddress(host, port);
    }

    @Test
    void neighboursHaveDifferentPlaces() throws Exception {
        Set<InetSocketAddress> objects = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int round = 0; round < 2; round++) {
            for (int port = 40_000; port < 40_256; port++) {
                objects.add(read(new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), port)));
            }
        }
        assertThat(objects).hasSizeBetween(256, 256 + 256 / 5);
    }
}
