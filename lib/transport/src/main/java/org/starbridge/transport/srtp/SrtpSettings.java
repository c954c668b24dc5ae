package org.starbridge.transport.srtp;

import java.util.List;

/**
 * Settings for the encryption of media.
 *
 * @param profiles offered, best first; AES-GCM before AES-CM, because it costs half
 * @param library {@code AUTO} takes libcrypto where it can be loaded, else JCE
 */
public record SrtpSettings(List<SrtpProfile> profiles, Library library) {
    /** As documented. */
    public static final SrtpSettings DEFAULT =
            new SrtpSettings(List.of(SrtpProfile.AEAD_AES_128_GCM, SrtpProfile.AES128_CM_HMAC_SHA1_80), Library.AUTO);

    /** Library that encrypts media. */
    public enum Library {
        AUTO,
        LIBCRYPTO,
        JCE
    }

    /** @throws IllegalArgumentException without a profile */
    public SrtpSettings {
        profiles = List.copyOf(profiles);
        if (profiles.isEmpty()) {
            throw new IllegalArgumentException("profiles is empty: expected at least one");
        }
    }
}
