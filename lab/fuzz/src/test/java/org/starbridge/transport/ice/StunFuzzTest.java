package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Slab;

/** The STUN codec, and the peek by which the demultiplexer finds an agent. */
final class StunFuzzTest {
    private static final StunKey KEY = new StunKey("passwordpasswordpassword");

    /** Any bytes: refused with a reason or read; the peek never says more than the reader does. */
    @FuzzTest
    void message(byte[] data) {
        String ufrag;
        boolean isStun;
        try (Slab slab = Input.slab(data)) {
            isStun = StunPeek.isStun(slab.address(), data.length);
            ufrag = StunPeek.localUfrag(slab.address(), data.length);
        }
        switch (StunReader.read(data)) {
            case StunReader.Refused(IceDrop reason) -> assertThat(reason).isNotNull();
            case StunMessage message -> {
                assertThat(isStun).isTrue();
                assertThat(message.unknownRequired()).hasSizeLessThanOrEqualTo(8);
                if (message.integrityOffset() >= 0) {
                    assertThat(KEY.hasSigned(data, message.integrityOffset())).isIn(true, false);
                }
                if (ufrag != null) {
                    assertThat(message.kind()).isEqualTo(StunMessage.Kind.REQUEST);
                    assertThat(Objects.requireNonNull(message.username())).startsWith(ufrag + ":");
                } else if (message.kind() == StunMessage.Kind.REQUEST && message.username() != null) {
                    assertThat(message.username().indexOf(':')).isLessThanOrEqualTo(0);
                }
            }
        }
    }

    /** A message of the fuzzer's choice is read as it was written, and is authentic; with a bit flipped it is not. */
    @FuzzTest
    void written(byte[] data) throws UnknownHostException {
        Input in = new Input(data);
        TransactionId id = new TransactionId(in.i32(), in.i64());
        int kind = in.below(3);
        int flip = in.u16();
        byte[] bytes = switch (kind) {
            case 0 -> request(in, id);
            case 1 -> success(in, id);
            default -> error(in, id);
        };
        StunMessage message = (StunMessage) StunReader.read(bytes);
        assertThat(message.id()).isEqualTo(id);
        assertThat(KEY.hasSigned(bytes, message.integrityOffset())).isTrue();
        // FINGERPRINT, which comes behind, is neither covered nor needed.
        int covered = message.integrityOffset() + Stun.MESSAGE_INTEGRITY_BYTES;
        bytes[flip / 8 % covered] ^= (byte) (1 << flip % 8);
        if (StunReader.read(bytes) instanceof StunMessage changed && changed.integrityOffset() >= 0) {
            assertThat(KEY.hasSigned(bytes, changed.integrityOffset())).isFalse();
        }
    }

    private static byte[] request(Input in, TransactionId id) {
        long priority = in.i32() & 0xFFFF_FFFFL;
        IceRole role = in.flag() ? IceRole.CONTROLLING : IceRole.CONTROLLED;
        long tieBreaker = in.i64();
        boolean useCandidate = in.flag();
        String username = "u".repeat(in.below(Stun.USERNAME_LIMIT_BYTES + 1));
        byte[] bytes = StunWriter.request(id, username, priority, role, tieBreaker, useCandidate, KEY);
        StunMessage message = (StunMessage) StunReader.read(bytes);
        assertThat(message.kind()).isEqualTo(StunMessage.Kind.REQUEST);
        assertThat(message.username()).isEqualTo(username);
        assertThat(message.priority()).isEqualTo(priority);
        assertThat(message.claimedRole()).isEqualTo(role);
        assertThat(message.tieBreaker()).isEqualTo(tieBreaker);
        assertThat(message.useCandidate()).isEqualTo(useCandidate);
        return bytes;
    }

    private static byte[] success(Input in, TransactionId id) throws UnknownHostException {
        byte[] ip = new byte[in.flag() ? 4 : 16];
        for (int i = 0; i < ip.length; i++) {
            ip[i] = (byte) in.u8();
        }
        InetSocketAddress mapped = new InetSocketAddress(InetAddress.getByAddress(ip), in.u16());
        byte[] bytes = StunWriter.success(id, mapped, KEY);
        StunMessage message = (StunMessage) StunReader.read(bytes);
        assertThat(message.kind()).isEqualTo(StunMessage.Kind.SUCCESS);
        assertThat(message.mappedAddress(bytes)).isEqualTo(mapped);
        return bytes;
    }

    private static byte[] error(Input in, TransactionId id) {
        int code = 300 + in.below(400);
        List<Integer> unknown = in.flag() ? List.of(in.u16(), in.u16()) : List.of();
        byte[] bytes = StunWriter.error(id, code, "r".repeat(in.below(60)), unknown, KEY);
        StunMessage message = (StunMessage) StunReader.read(bytes);
        assertThat(message.kind()).isEqualTo(StunMessage.Kind.ERROR);
        assertThat(message.errorCode()).isEqualTo(code);
        return bytes;
    }
}
