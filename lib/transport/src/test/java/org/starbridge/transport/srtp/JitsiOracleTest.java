package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import org.jitsi.srtp.SrtcpCryptoContext;
import org.jitsi.srtp.SrtpContextFactory;
import org.jitsi.srtp.SrtpCryptoContext;
import org.jitsi.srtp.SrtpErrorStatus;
import org.jitsi.srtp.SrtpPolicy;
import org.jitsi.srtp.crypto.Aes;
import org.jitsi.utils.ByteArrayBuffer;
import org.jitsi.utils.logging2.LoggerImpl;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** jitsi-srtp opens what we seal, and we open what it seals. */
class JitsiOracleTest {
    private static final long BEFORE_WRAP = 65_530;

    static List<Combination> combinations() {
        return Combination.all();
    }

    /** Without this its first context measures every provider, for seconds. */
    @BeforeAll
    static void chooseItsCiphers() {
        Aes.setFactoryClassName("SunJCE");
    }

    private static SrtpPolicy policy(SrtpProfile profile) {
        SrtpPolicy policy = profile.isAead()
                ? new SrtpPolicy(
                        SrtpPolicy.AESGCM_ENCRYPTION,
                        profile.keyLengthBytes(),
                        SrtpPolicy.NULL_AUTHENTICATION,
                        0,
                        16,
                        12)
                : new SrtpPolicy(SrtpPolicy.AESCM_ENCRYPTION, 16, SrtpPolicy.HMACSHA1_AUTHENTICATION, 20, 10, 14);
        policy.setSendReplayEnabled(false);
        return policy;
    }

    private static SrtpContextFactory factory(SrtpProfile profile, boolean sender, byte[] key, byte[] salt) {
        return new SrtpContextFactory(
                sender, key, salt, policy(profile), policy(profile), new LoggerImpl("jitsi-srtp"));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void itOpensOurRtpAcrossTheWrap(Combination combination) throws GeneralSecurityException {
        SrtpKeys keys = combination.keys();
        SrtpContextFactory factory = factory(combination.profile(), false, keys.sendKey(), keys.sendSalt());
        try (Session session = new Session(combination)) {
            SrtpCryptoContext oracle = factory.deriveContext(Packets.SSRC, 0);
            for (long index = BEFORE_WRAP; index < BEFORE_WRAP + 30; index++) {
                byte[] plain = shape(index);
                byte[] sealed = session.protect(plain, headerOf(index), (int) (index % 7), index);
                ArrayPacket packet = new ArrayPacket(sealed);
                assertThat(oracle.reverseTransformPacket(packet, false))
                        .as("index %d", index)
                        .isEqualTo(SrtpErrorStatus.OK);
                assertThat(packet.bytes()).isEqualTo(plain);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void weOpenItsRtpAcrossTheWrap(Combination combination) throws GeneralSecurityException {
        SrtpKeys keys = combination.keys();
        SrtpContextFactory factory = factory(combination.profile(), true, keys.sendKey(), keys.sendSalt());
        try (Session session = new Session(combination)) {
            SrtpCryptoContext oracle = factory.deriveContext(Packets.SSRC, 0);
            for (long index = BEFORE_WRAP; index < BEFORE_WRAP + 30; index++) {
                byte[] plain = shape(index);
                ArrayPacket packet = new ArrayPacket(plain);
                assertThat(oracle.transformPacket(packet)).isEqualTo(SrtpErrorStatus.OK);
                assertThat(session.receive(packet.bytes(), headerOf(index)))
                        .as("index %d", index)
                        .isEqualTo(plain.length);
                assertThat(session.received(plain.length)).isEqualTo(plain);
                assertThat(session.lastIndex()).isEqualTo(index);
                assertThat(SrtpStatus.of(session.receive(packet.bytes(), headerOf(index))))
                        .isEqualTo(SrtpStatus.REPLAYED);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void bothSealTheSameBytes(Combination combination) throws GeneralSecurityException {
        SrtpKeys keys = combination.keys();
        SrtpContextFactory factory = factory(combination.profile(), true, keys.sendKey(), keys.sendSalt());
        try (Session session = new Session(combination)) {
            SrtpCryptoContext oracle = factory.deriveContext(Packets.SSRC, 0);
            for (long index = BEFORE_WRAP; index < BEFORE_WRAP + 30; index++) {
                ArrayPacket packet = new ArrayPacket(shape(index));
                assertThat(oracle.transformPacket(packet)).isEqualTo(SrtpErrorStatus.OK);
                assertThat(session.protect(shape(index), headerOf(index), 0, index))
                        .isEqualTo(packet.bytes());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void itOpensOurRtcp(Combination combination) throws GeneralSecurityException {
        SrtpKeys keys = combination.keys();
        SrtpContextFactory factory = factory(combination.profile(), false, keys.sendKey(), keys.sendSalt());
        try (Session session = new Session(combination)) {
            SrtcpCryptoContext oracle = factory.deriveControlContext(Packets.SSRC);
            for (int body = 0; body < 400; body += 20) {
                byte[] plain = Packets.rtcp(Packets.SSRC, body);
                ArrayPacket packet = new ArrayPacket(session.protectRtcp(plain));
                assertThat(oracle.reverseTransformPacket(packet))
                        .as("body %d", body)
                        .isEqualTo(SrtpErrorStatus.OK);
                assertThat(packet.bytes()).isEqualTo(plain);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void weOpenItsRtcp(Combination combination) throws GeneralSecurityException {
        SrtpKeys keys = combination.keys();
        SrtpContextFactory factory = factory(combination.profile(), true, keys.sendKey(), keys.sendSalt());
        try (Session session = new Session(combination)) {
            SrtcpCryptoContext oracle = factory.deriveControlContext(Packets.SSRC);
            for (int body = 0; body < 400; body += 20) {
                byte[] plain = Packets.rtcp(Packets.SSRC, body);
                ArrayPacket packet = new ArrayPacket(plain);
                assertThat(oracle.transformPacket(packet)).isEqualTo(SrtpErrorStatus.OK);
                assertThat(session.receiveRtcp(packet.bytes()))
                        .as("body %d", body)
                        .isEqualTo(plain.length);
                assertThat(session.received(plain.length)).isEqualTo(plain);
                assertThat(SrtpStatus.of(session.receiveRtcp(packet.bytes()))).isEqualTo(SrtpStatus.REPLAYED);
            }
        }
    }

    /** CSRCs, header extensions and padding in all mixtures. */
    private static byte[] shape(long index) {
        return Packets.rtp(Packets.SSRC, index, csrcs(index), words(index), 20 + (int) (index % 50), padding(index));
    }

    private static int headerOf(long index) {
        return Packets.headerLengthBytes(csrcs(index), words(index));
    }

    private static int csrcs(long index) {
        return (int) (index % 3);
    }

    private static int words(long index) {
        return (int) (index / 3 % 3);
    }

    private static int padding(long index) {
        return (int) (index / 9 % 2) * 4;
    }

    /** A packet as jitsi-srtp wants it: an array with room to grow. */
    private static final class ArrayPacket implements ByteArrayBuffer {
        private static final int ROOM_BYTES = 64;

        private byte[] buffer;
        private int offset;
        private int length;

        ArrayPacket(byte[] bytes) {
            buffer = Arrays.copyOf(bytes, bytes.length + ROOM_BYTES);
            length = bytes.length;
        }

        byte[] bytes() {
            return Arrays.copyOfRange(buffer, offset, offset + length);
        }

        @Override
        public byte[] getBuffer() {
            return buffer;
        }

        @Override
        public int getOffset() {
            return offset;
        }

        @Override
        public int getLength() {
            return length;
        }

        @Override
        public void setLength(int length) {
            this.length = length;
        }

        @Override
        public void setOffset(int offset) {
            this.offset = offset;
        }

        @Override
        public boolean isInvalid() {
            return false;
        }

        @Override
        public void readRegionToBuff(int from, int lengthBytes, byte[] target) {
            System.arraycopy(buffer, offset + from, target, 0, lengthBytes);
        }

        @Override
        public void grow(int lengthBytes) {
            if (offset + length + lengthBytes > buffer.length) {
                buffer = Arrays.copyOf(buffer, offset + length + lengthBytes);
            }
        }

        @Override
        public void append(byte[] bytes, int lengthBytes) {
            grow(lengthBytes);
            System.arraycopy(bytes, 0, buffer, offset + length, lengthBytes);
            length += lengthBytes;
        }

        @Override
        public void shrink(int lengthBytes) {
            length -= lengthBytes;
        }
    }
}
