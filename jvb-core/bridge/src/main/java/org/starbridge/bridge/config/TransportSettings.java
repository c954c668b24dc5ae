package org.starbridge.bridge.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsSettings;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSettings;

/** Fills the settings of DTLS and SRTP; units, defaults and reasons stand in their records. */
final class TransportSettings {
    private static final String DTLS = "jmt.dtls.";
    private static final String PROFILES = "jmt.srtp.protection-profiles";

    private TransportSettings() {}

    static DtlsSettings dtls(ConfigReader in) {
        String own = DTLS + "local-fingerprint-hash-function";
        String accepted = DTLS + "accepted-fingerprint-hash-functions";
        return new DtlsSettings(
                in.positiveDuration(DTLS + "handshake-timeout"),
                in.integer("starbridge.dtls.computing-threads", 0, 1024),
                in.integer("starbridge.dtls.max-handshakes", 1, 100_000),
                knownHash(own, in.text(own)),
                in.texts(accepted).stream()
                        .map(hash -> knownHash(accepted, hash))
                        .toList());
    }

    private static String knownHash(String key, String text) {
        String hash = text.toLowerCase(Locale.ROOT);
        if (!DtlsFingerprint.ACCEPTED_HASHES.contains(hash)) {
            throw new ConfigException(key, hash, String.join(", ", DtlsFingerprint.ACCEPTED_HASHES));
        }
        return hash;
    }

    /** Protection profiles by their names in DTLS-SRTP. RFC 5764 section 4.1.2, RFC 7714 section 14.2. */
    private enum ProfileName {
        SRTP_AEAD_AES_128_GCM,
        SRTP_AEAD_AES_256_GCM,
        SRTP_AES128_CM_HMAC_SHA1_80,
        SRTP_AES128_CM_HMAC_SHA1_32
    }

    static SrtpSettings srtp(ConfigReader in) {
        List<SrtpProfile> profiles = new ArrayList<>();
        for (ProfileName name : in.choices(PROFILES, ProfileName.class)) {
            switch (name) {
                case SRTP_AEAD_AES_128_GCM -> profiles.add(SrtpProfile.AEAD_AES_128_GCM);
                case SRTP_AEAD_AES_256_GCM -> profiles.add(SrtpProfile.AEAD_AES_256_GCM);
                case SRTP_AES128_CM_HMAC_SHA1_80 -> profiles.add(SrtpProfile.AES128_CM_HMAC_SHA1_80);
                case SRTP_AES128_CM_HMAC_SHA1_32 ->
                    in.notHonoured(PROFILES, "names " + name + ", which is not supported and not offered");
            }
        }
        if (profiles.isEmpty()) {
            throw new ConfigException(PROFILES, in.texts(PROFILES), "at least one profile that is supported");
        }
        return new SrtpSettings(profiles, in.choice("starbridge.srtp.crypto", SrtpSettings.Library.class));
    }
}
