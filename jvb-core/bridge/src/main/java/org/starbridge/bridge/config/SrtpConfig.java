package org.starbridge.bridge.config;

import java.util.List;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Media encryption.
 *
 * @param profiles offered, best first; GCM before CM, because it costs half
 * @param crypto {@code AUTO} takes libcrypto where it can be loaded, else JCE, and says which
 */
public record SrtpConfig(List<Profile> profiles, Crypto crypto) {
    /** As documented. */
    static final SrtpConfig DEFAULT =
            new SrtpConfig(List.of(Profile.SRTP_AEAD_AES_128_GCM, Profile.SRTP_AES128_CM_HMAC_SHA1_80), Crypto.AUTO);

    /** Protection profiles by their names in DTLS-SRTP. RFC 5764 section 4.1.2, RFC 7714 section 14.2. */
    public enum Profile {
        SRTP_AEAD_AES_128_GCM,
        SRTP_AEAD_AES_256_GCM,
        SRTP_AES128_CM_HMAC_SHA1_80,
        SRTP_AES128_CM_HMAC_SHA1_32
    }

    /** Which library encrypts media. */
    public enum Crypto {
        AUTO,
        LIBCRYPTO,
        JCE
    }

    public SrtpConfig {
        profiles = List.copyOf(profiles);
        if (profiles.isEmpty()) {
            throw new ConfigException("jmt.srtp.protection-profiles", "[]", "at least one profile");
        }
    }

    static SrtpConfig read(ConfigReader in) {
        return new SrtpConfig(
                in.choices("jmt.srtp.protection-profiles", Profile.class),
                in.choice("starbridge.srtp.crypto", Crypto.class));
    }
}
