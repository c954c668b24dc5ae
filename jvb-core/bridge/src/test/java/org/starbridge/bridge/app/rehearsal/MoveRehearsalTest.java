package org.starbridge.bridge.app.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;

/** The call that rehearses an upgrade: it connects, moves a given number of times, and leaves nothing. */
class MoveRehearsalTest {
    private static final long LIMIT_NS = 60_000_000_000L;

    private final SecureRandom random = new SecureRandom();
    private final DtlsIdentity identity = DtlsIdentity.create(random, Instant.EPOCH);
    private final MoveRehearsal.Parts parts = new MoveRehearsal.Parts(
            ConferenceConfig.embedded(List.of("wss://bridge.invalid")),
            DownlinkSettings.DEFAULT,
            SrtpCrypto.jce(),
            () -> identity,
            random);

    @Test
    void theCallMovesAndLeavesNothing() {
        long bytes = Slab.liveBytes();
        assertThat(MoveRehearsal.hold(parts, 3, LIMIT_NS)).isEqualTo(3);
        assertThat(Slab.liveBytes()).isEqualTo(bytes);
    }

    @Test
    void noMoveBeginsAfterTheLimit() {
        assertThat(MoveRehearsal.hold(parts, 3, 0)).isZero();
    }
}
