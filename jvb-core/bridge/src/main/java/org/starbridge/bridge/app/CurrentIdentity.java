package org.starbridge.bridge.app;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * The DTLS certificate of endpoints that are created now. It is replaced when it is a day old, as Jitsi Videobridge
 * does; endpoints keep the one that their description has. Thread safe.
 */
final class CurrentIdentity implements Supplier<DtlsIdentity> {
    static final Duration LONGEST_USE = Duration.ofDays(1);

    private final SecureRandom random;
    private volatile DtlsIdentity current;

    CurrentIdentity(SecureRandom random, Instant now) {
        this.random = random;
        current = DtlsIdentity.create(random, now);
    }

    @Override
    public DtlsIdentity get() {
        return current;
    }

    /** Replaces the certificate if it is old enough, or from a time that is yet to come (a clock that was set back). */
    void renew(Instant now) {
        Instant createdAt = current.createdAt();
        if (now.isBefore(createdAt) || !now.isBefore(createdAt.plus(LONGEST_USE))) {
            current = DtlsIdentity.create(random, now);
        }
    }
}
