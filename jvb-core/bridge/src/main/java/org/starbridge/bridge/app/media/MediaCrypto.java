package org.starbridge.bridge.app.media;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.warmup.MediaWarmup;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSettings;

/**
 * Encryption of media.
 *
 * @param provider of ciphers
 * @param profiles that endpoints are offered, best first
 */
public record MediaCrypto(SrtpCrypto provider, List<SrtpProfile> profiles) {
    private static final Logger LOG = LoggerFactory.getLogger(MediaCrypto.class);

    public MediaCrypto {
        profiles = List.copyOf(profiles);
    }

    /**
     * The library and the profiles that the settings ask for.
     *
     * @throws ConfigException when the configured library cannot be loaded
     */
    public static MediaCrypto of(SrtpSettings settings) {
        return new MediaCrypto(provider(settings.library()), settings.profiles());
    }

    /**
     * Runs once what workers do when an endpoint joins: see {@link MediaWarmup}.
     *
     * @param identity of the bridge
     */
    public void warmUp(DtlsIdentity identity) {
        if (!MediaWarmup.run(profiles, identity, provider)) {
            LOG.warn("the DTLS self-test failed: endpoints may not be able to connect");
        }
    }

    private static SrtpCrypto provider(SrtpSettings.Library wanted) {
        return switch (wanted) {
            case AUTO -> {
                SrtpCrypto.whyNotLibcrypto()
                        .ifPresent(reason -> LOG.warn(
                                "media is encrypted in plain Java, which needs about twice the CPU time: {}", reason));
                yield SrtpCrypto.probe();
            }
            case LIBCRYPTO -> {
                SrtpCrypto.whyNotLibcrypto().ifPresent(reason -> {
                    throw new ConfigException("starbridge.srtp.crypto", "libcrypto", "auto or jce, because " + reason);
                });
                yield SrtpCrypto.libcrypto();
            }
            case JCE -> SrtpCrypto.jce();
        };
    }
}
