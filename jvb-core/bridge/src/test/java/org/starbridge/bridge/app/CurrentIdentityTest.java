package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.starbridge.transport.dtls.DtlsIdentity;

class CurrentIdentityTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final CurrentIdentity identity = new CurrentIdentity(new SecureRandom(), NOW);
    private final DtlsIdentity first = identity.get();

    @Test
    void staysForADayAndIsReplacedThen() {
        identity.renew(NOW.plus(Duration.ofDays(1)).minusNanos(1));
        assertThat(identity.get()).isSameAs(first);
        identity.renew(NOW.plus(Duration.ofDays(1)));
        assertThat(identity.get().fingerprint()).isNotEqualTo(first.fingerprint());
        assertThat(identity.get().createdAt()).isEqualTo(NOW.plus(Duration.ofDays(1)));
    }

    @Test
    void isReplacedWhenTheClockWasSetBack() {
        identity.renew(NOW.minusSeconds(1));
        assertThat(identity.get().createdAt()).isEqualTo(NOW.minusSeconds(1));
    }
}
