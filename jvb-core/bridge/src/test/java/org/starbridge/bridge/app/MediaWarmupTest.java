package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.PacketCipher;
import org.starbridge.transport.srtp.SessionKeys;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpStatus;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpPortGroup;
import org.starbridge.transport.udp.UdpSocket;

@Timeout(60)
class MediaWarmupTest {
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

    @ParameterizedTest
    @EnumSource(SrtpProfile.class)
    void everyProfileIsRehearsedAndNothingIsLeft(SrtpProfile profile) throws Exception {
        SrtpCrypto crypto = SrtpCrypto.probe();
        try (UdpPortGroup ports = port()) {
            long contextsBefore = SrtpCrypto.liveContexts();
            long blocksBefore = Slab.liveBlocks();
            assertThat(MediaWarmup.hold(
                            List.of(profile), IDENTITY, crypto, ports.sockets().get(0)))
                    .isTrue();
            assertThat(SrtpCrypto.liveContexts()).isEqualTo(contextsBefore);
            assertThat(Slab.liveBlocks()).isEqualTo(blocksBefore);
        }
    }

    @Test
    void saysSoIfWhatIsSealedCanNotBeRead() throws Exception {
        try (UdpPortGroup ports = port()) {
            assertThat(MediaWarmup.hold(
                            List.of(SrtpProfile.AEAD_AES_128_GCM),
                            IDENTITY,
                            new Forgetful(),
                            ports.sockets().get(0)))
                    .isFalse();
        }
    }

    /** Opens nothing. */
    private static final class Forgetful implements SrtpCrypto, PacketCipher {
        @Override
        public String name() {
            return "forgetful";
        }

        @Override
        public PacketCipher sealer(SessionKeys keys) {
            return this;
        }

        @Override
        public PacketCipher opener(SessionKeys keys) {
            return this;
        }

        @Override
        public int seal(
                int ssrc, long index, long slot, int header, int patched, long rest, int restLength, int appended) {
            return header + patched + restLength + appended + 16;
        }

        @Override
        public int open(int ssrc, long index, long packet, int length, int header, long destination) {
            return SrtpStatus.AUTHENTICATION_FAILED.result();
        }

        @Override
        public void close() {}
    }

    private static UdpPortGroup port() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        return UdpPortGroup.open(
                UdpIo.probe().io(),
                new InetSocketAddress(loopback, 0),
                List.of(loopback),
                1,
                new UdpSocket.Buffers(1 << 16, 1 << 16));
    }
}
