package org.starbridge.bridge.app.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;

/** The calls that rehearse the packet path: media and retransmissions pass under each profile, and nothing is left. */
class CallRehearsalTest {
    private static final List<SrtpProfile> PROFILES = Arrays.asList(SrtpProfile.values());

    private final SecureRandom random = new SecureRandom();
    private final DtlsIdentity identity = DtlsIdentity.create(random, Instant.EPOCH);
    private final MoveRehearsal.Parts parts = new MoveRehearsal.Parts(
            ConferenceConfig.embedded(List.of("wss://bridge.invalid")),
            DownlinkSettings.DEFAULT,
            SrtpCrypto.probe(),
            () -> identity,
            random);

    @Test
    void mediaPassesUnderEachProfileAndNothingIsLeft() {
        long bytes = Slab.liveBytes();
        long contexts = SrtpCrypto.liveContexts();
        assertThat(CallRehearsal.hold(parts, PROFILES, 6_000, () -> true)).isBetween(6_000L, 16_000L);
        assertThat(Slab.liveBytes()).isEqualTo(bytes);
        assertThat(SrtpCrypto.liveContexts()).isEqualTo(contexts);
    }

    @Test
    void endsWhenItIsNotWantedAnyMore() {
        assertThat(CallRehearsal.hold(parts, PROFILES, Long.MAX_VALUE, () -> false))
                .isZero();
    }
}
