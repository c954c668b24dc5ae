package org.starbridge.bridge.doctor;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import org.starbridge.bridge.http.tls.TlsConfig;

/** The certificates of the public port. */
final class CertificateExamination {
    private static final long SOON_DAYS = 14;

    private final TlsConfig tls;

    CertificateExamination(TlsConfig tls) {
        this.tls = tls;
    }

    Examination get() {
        return new Examination("certificate of the public port", this::look);
    }

    private Finding look() {
        try {
            KeyStore keys = KeyStore.getInstance(
                    new File(tls.keyStorePath()), tls.keyStorePassword().toCharArray());
            for (String alias : Collections.list(keys.aliases())) {
                if (keys.isKeyEntry(alias) && keys.getCertificate(alias) instanceof X509Certificate certificate) {
                    return judge(certificate, keys.getCertificateChain(alias).length);
                }
            }
            return Finding.error(tls.keyStorePath() + " has no private key", "openssl pkcs12 -export with -inkey");
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            return Finding.error(
                    tls.keyStorePath() + " cannot be opened: " + e.getMessage(),
                    "check the file, its permissions and " + tls.at() + ".key-store-password");
        }
    }

    private static Finding judge(X509Certificate certificate, int chain) {
        Instant end = certificate.getNotAfter().toInstant();
        long days = Instant.now().until(end, ChronoUnit.DAYS);
        String text = certificate.getSubjectX500Principal() + ", chain of " + chain + ", valid until " + end;
        if (Instant.now().isAfter(end)) {
            return Finding.error(text + ": it has expired", "renew it");
        }
        boolean isSelfSigned = certificate.getIssuerX500Principal().equals(certificate.getSubjectX500Principal());
        if (chain == 1 && !isSelfSigned) {
            return Finding.warning(text + ": its issuer is missing", "export it with the full chain (fullchain.pem)");
        }
        return days < SOON_DAYS ? Finding.warning(text + ": " + days + " days", "renew it") : Finding.ok(text);
    }
}
