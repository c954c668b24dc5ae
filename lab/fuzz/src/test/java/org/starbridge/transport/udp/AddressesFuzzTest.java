package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Socket addresses as the kernel writes them, and as we do. */
final class AddressesFuzzTest {
    /** Any 32 bytes are some address, and an address that is written is read as the same one. */
    @FuzzTest
    void address(byte[] data) throws UnknownHostException {
        try (Slab slab = Input.slab(Arrays.copyOf(data, SocketAddresses.SIZE_BYTES));
                Slab copy = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            InetSocketAddress address = SocketAddresses.read(slab.address());
            assertThat(address.getPort()).isEqualTo(SocketAddresses.port(slab.address()));
            assertThat(SocketAddresses.lengthBytes(slab.address())).isLessThanOrEqualTo(SocketAddresses.SIZE_BYTES);
            sameAgain(address, copy);
            Input in = new Input(data);
            InetAddress other = InetAddress.getByAddress(Arrays.copyOf(in.bytes(16), in.flag() ? 4 : 16));
            sameAgain(new InetSocketAddress(other, in.u16()), copy);
        }
    }

    private static void sameAgain(InetSocketAddress address, Slab copy) {
        SocketAddresses.writeV6(copy.address(), address);
        assertThat(SocketAddresses.read(copy.address())).isEqualTo(address);
        if (address.getAddress() instanceof Inet4Address) {
            long high = SocketAddresses.high(copy.address());
            long low = SocketAddresses.low(copy.address());
            SocketAddresses.writeV4(copy.address(), address);
            assertThat(SocketAddresses.read(copy.address())).isEqualTo(address);
            assertThat(SocketAddresses.high(copy.address())).isEqualTo(high);
            assertThat(SocketAddresses.low(copy.address())).isEqualTo(low);
        }
    }

    /** What is added to a batch, of any length, stays within its slot and is found there. */
    @FuzzTest
    void batch(byte[] data) {
        Input in = new Input(data);
        InetAddress local = InetAddress.ofLiteral("192.0.2.9");
        InetSocketAddress from = new InetSocketAddress("192.0.2.1", 5000);
        try (ReceiveBatch batch = new ReceiveBatch(4)) {
            for (int round = 0; round < 50 && in.hasMore(); round++) {
                int size = in.below(5);
                byte[][] datagrams = new byte[size][];
                for (int i = 0; i < size; i++) {
                    datagrams[i] = Arrays.copyOf(in.bytes(in.u8()), in.below(ReceiveBatch.SLOT_BYTES + 10));
                    batch.add(datagrams[i], local, from, round);
                }
                assertThat(batch.size()).isEqualTo(size);
                for (int i = 0; i < size; i++) {
                    boolean fits = datagrams[i].length <= ReceiveBatch.SLOT_BYTES;
                    assertThat(batch.lengthBytes(i)).isEqualTo(fits ? datagrams[i].length : -1);
                    if (fits) {
                        assertThat(Memory.copyOf(batch.address(i), datagrams[i].length))
                                .isEqualTo(datagrams[i]);
                    }
                    assertThat(SocketAddresses.read(batch.remote(i))).isEqualTo(from);
                }
                batch.clear();
            }
        }
    }
}
