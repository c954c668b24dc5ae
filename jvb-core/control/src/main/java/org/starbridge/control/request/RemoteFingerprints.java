package org.starbridge.control.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;

/** Reads the certificate fingerprints of a peer and the DTLS role that they leave to the bridge. */
final class RemoteFingerprints {
    private RemoteFingerprints() {}

    /**
     * Reads the fingerprints with an accepted hash function. Those with another one are only an error if no fingerprint
     * is left (RFC 8122 section 5).
     *
     * @param acceptedHashes names of hash functions, in lower case
     */
    static List<DtlsFingerprint> read(
            List<Fingerprint> offered, List<String> acceptedHashes, RequestProblems problems) {
        List<DtlsFingerprint> fingerprints = new ArrayList<>();
        List<Fingerprint> unaccepted = new ArrayList<>();
        for (Fingerprint fingerprint : offered) {
            if (acceptedHashes.contains(fingerprint.hash().strip().toLowerCase(Locale.ROOT))) {
                DtlsFingerprint.parse(fingerprint.hash(), fingerprint.value())
                        .ifPresentOrElse(
                                fingerprints::add,
                                () -> problems.raise(
                                        RequestWarning.UNUSABLE_FINGERPRINT,
                                        "fingerprint with " + fingerprint.hash() + " of "
                                                + (fingerprint.value().length() + 1) / 3
                                                + " octets: expected the length of the hash function, 32 for sha-256"));
            } else {
                unaccepted.add(fingerprint);
            }
        }
        for (Fingerprint fingerprint : unaccepted) {
            if (fingerprints.isEmpty()) {
                problems.raise(
                        RequestWarning.UNUSABLE_FINGERPRINT,
                        "fingerprint with " + abbreviated(fingerprint.hash())
                                + ": expected one of the accepted hash functions " + acceptedHashes
                                + " (jmt.dtls.accepted-fingerprint-hash-functions)");
            } else {
                problems.count(RequestWarning.UNUSABLE_FINGERPRINT);
            }
        }
        return fingerprints;
    }

    private static String abbreviated(String text) {
        return text.length() <= 16 ? text : text.substring(0, 16) + "...";
    }

    /**
     * The bridge's DTLS role, the opposite of the peer's (RFC 5763 section 5). If the peer answers the bridge's actpass
     * with actpass, the bridge is the client, as an answerer should be. Null if the fingerprints do not say.
     */
    static @Nullable DtlsRole localRole(List<Fingerprint> fingerprints, RequestProblems problems) {
        if (fingerprints.isEmpty()) {
            return null;
        }
        for (Fingerprint fingerprint : fingerprints) {
            if (fingerprint.setup() == DtlsSetup.ACTIVE) {
                return DtlsRole.SERVER;
            }
            if (fingerprint.setup() == DtlsSetup.PASSIVE) {
                return DtlsRole.CLIENT;
            }
        }
        problems.count(RequestWarning.UNCLEAR_DTLS_SETUP);
        return fingerprints.stream().anyMatch(fingerprint -> fingerprint.setup() == DtlsSetup.ACTPASS)
                ? DtlsRole.CLIENT
                : null;
    }
}
