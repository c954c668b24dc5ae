package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

final class StunPeekTest {
    private static final StunKey KEY = new StunKey("p");

    @Test
    void findsTheReceiversFragment() {
        assertThat(ufrag(request("bridge:client"))).isEqualTo("bridge");
        assertThat(ufrag(request("b:c:d"))).isEqualTo("b");
        assertThat(ufrag(request("bridge:"))).isEqualTo("bridge");
    }

    @Test
    void findsNothingInWhatIsNoRequestForAnyone() {
        assertThat(ufrag(request("bridge"))).isNull();
        assertThat(ufrag(request(":client"))).isNull();
        assertThat(ufrag(request(""))).isNull();
        assertThat(ufrag(StunWriter.success(new TransactionId(1, 2), VirtualNetwork.address("1.2.3.4:5"), KEY)))
                .isNull();
        byte[] longer = request("a:" + "x".repeat(508));
        assertThat(ufrag(longer)).isNull();
        byte[] bad = request("bridge:client");
        Stun.put16(bad, 22, 0xFFFF);
        assertThat(ufrag(bad)).isNull();
    }

    @Test
    void tellsStunFromEverythingElse() {
        byte[] request = request("bridge:client");
        assertThat(isStun(request)).isTrue();
        assertThat(isStun(StunWriter.success(new TransactionId(1, 2), VirtualNetwork.address("1.2.3.4:5"), KEY)))
                .isTrue();
        for (int offset : new int[] {0, 2, 3, 4, 7}) {
            byte[] other = request.clone();
            other[offset] ^= 0x40;
            assertThat(isStun(other)).as("byte %d changed", offset).isFalse();
        }
        for (int first : new int[] {4, 19, 20, 63, 64, 128, 191, 255}) {
            byte[] other = request.clone();
            other[0] = (byte) first;
            assertThat(isStun(other)).as("first byte %d", first).isFalse();
        }
    }

    @Test
    void staysWithinTheDatagramWhateverItIs() {
        // Memory is checked in tests, so that a read outside of the slab would throw.
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = IceRobustnessTest.mutated(request("bridge:client"), random);
            if (bytes.length > 0) {
                boolean isStun = isStun(bytes);
                String ufrag = ufrag(bytes);
                assertThat(ufrag == null || isStun).as("seed %d", seed).isTrue();
            }
        }
    }

    @Test
    void agreesWithTheReader() {
        for (long seed = 0; seed < 20_000; seed++) {
            byte[] bytes = IceRobustnessTest.mutated(request("bridge:client"), new Random(seed));
            if (StunReader.read(bytes) instanceof StunMessage message && bytes.length > 0) {
                assertThat(isStun(bytes)).as("seed %d", seed).isTrue();
                String username = message.username();
                if (message.kind() == StunMessage.Kind.REQUEST && username != null && username.indexOf(':') > 0) {
                    assertThat(ufrag(bytes))
                            .as("seed %d", seed)
                            .isEqualTo(username.substring(0, username.indexOf(':')));
                }
            }
        }
    }

    private static byte[] request(String username) {
        return StunWriter.request(new TransactionId(1, 2), username, 1, IceRole.CONTROLLED, 2, false, KEY);
    }

    private static boolean isStun(byte[] bytes) {
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            return StunPeek.isStun(slab.address(), bytes.length);
        }
    }

    private static @Nullable String ufrag(byte[] bytes) {
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            return StunPeek.localUfrag(slab.address(), bytes.length);
        }
    }
}
