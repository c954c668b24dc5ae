package org.starbridge.transport.dtls;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.Certificate;

/**
 * Fingerprints that signalling gave for the peer's certificate, and whether the certificate that came is the signalled
 * one (RFC 8122 section 6). Any thread adds, the handshake's checks, both under the session's lock.
 */
final class SignalledFingerprints {
    /** Signalling carries one or two; an update adds some. */
    static final int MAX = 32;

    private final DtlsHandshakes pool;
    private final ReentrantLock lock;
    private final HandshakeWait handshakeWait;
    /** Guarded by the lock. */
    private final Set<DtlsFingerprint> known = new LinkedHashSet<>();

    SignalledFingerprints(DtlsHandshakes pool, ReentrantLock lock, HandshakeWait handshakeWait) {
        this.pool = pool;
        this.lock = lock;
        this.handshakeWait = handshakeWait;
    }

    /** Some more; one of all must match. */
    void add(Collection<DtlsFingerprint> added) {
        lock.lock();
        try {
            for (DtlsFingerprint fingerprint : added) {
                if (known.size() < MAX) {
                    known.add(fingerprint);
                }
            }
            handshakeWait.onChange();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Checks the peer's certificate: first its size and kind, which takes no time, then whether signalling named it.
     * Waits, on the handshake's thread, until signalling names any.
     *
     * @throws IOException a fatal alert: the certificate exceeds the limits or is another one, or signalling named none
     *     in time
     */
    void check(Certificate chain, long deadlineNs) throws IOException {
        try {
            CertificateLimits.check(chain);
        } catch (HandshakeRefused e) {
            pool.onRefusedCertificate();
            throw e;
        }
        checkNamed(chain.getCertificateAt(0).getEncoded(), deadlineNs);
    }

    private void checkNamed(byte[] derCertificate, long deadlineNs) throws HandshakeRefused {
        Set<DtlsFingerprint> named = copy();
        if (named.isEmpty()) {
            handshakeWait.await(() -> !known.isEmpty(), deadlineNs - pool.nowNs());
            named = copy();
        }
        if (named.isEmpty()) {
            throw new HandshakeRefused(
                    AlertDescription.certificate_unknown,
                    "signalling did not supply the fingerprint of the peer's certificate within " + pool.timeoutText());
        }
        if (named.stream().noneMatch(fingerprint -> fingerprint.matches(derCertificate))) {
            throw new HandshakeRefused(
                    AlertDescription.bad_certificate,
                    "the peer's certificate matches none of the signalled fingerprints: it has %s, signalled %s"
                            .formatted(DtlsFingerprint.of("sha-256", derCertificate), named));
        }
    }

    private Set<DtlsFingerprint> copy() {
        lock.lock();
        try {
            return Set.copyOf(known);
        } finally {
            lock.unlock();
        }
    }
}
