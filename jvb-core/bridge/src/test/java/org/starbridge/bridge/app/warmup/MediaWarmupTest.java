package org.starbridge.bridge.app.warmup;

import static org.assertj.core.api.Assertions.assertThat;

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

@Timeout(60)
class MediaWarmupTest {
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

    @ParameterizedTest
    @EnumSource(SrtpProfile.class)
    void everyProfileIsWarmedUpAndNothingIsLeft(SrtpProfile profile) {
        SrtpCrypto crypto = SrtpCrypto.probe();
        long contextsBefore = SrtpCrypto.liveContexts();
        long blocksBefore = Slab.liveBlocks();
        assertThat(MediaWarmup.run(List.of(profile), IDENTITY, crypto)).isTrue();
        assertThat(SrtpCrypto.liveContexts()).isEqualTo(contextsBefore);
        assertThat(Slab.liveBlocks()).isEqualTo(blocksBefore);
    }

    @Test
    void saysSoIfWhatIsSealedCanNotBeRead() {
        assertThat(MediaWarmup.run(List.of(SrtpProfile.AEAD_AES_128_GCM), IDENTITY, new Forgetful()))
                .isFalse();
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
}
