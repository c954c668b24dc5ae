package org.starbridge.bridge.whip.access;

import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.reader.ConfigException;

/**
 * Verification of JSON Web Tokens (RFC 7519). The keys are those below {@code starbridge.whip.jwt}.
 *
 * @param secret of HS256, HS384 and HS512, 32 characters or more; null for none
 * @param publicKeyFile PEM with a public key or certificate, of RSA (RS256, PS256 and longer) or of the curve P-256
 *     (ES256); null for none
 * @param issuer what {@code iss} has to be; null for any
 * @param audience what {@code aud} has to contain; null for any
 */
public record JwtConfig(
        @Nullable String secret,
        @Nullable String publicKeyFile,
        @Nullable String issuer,
        @Nullable String audience) {
    /** No token is verified. */
    public static final JwtConfig NONE = new JwtConfig(null, null, null, null);

    private static final String AT = "starbridge.whip.jwt.";
    private static final int MIN_SECRET = 32;

    public JwtConfig {
        if (secret != null && secret.length() < MIN_SECRET) {
            throw new ConfigException(
                    AT + "secret", "a secret of " + secret.length() + " characters", MIN_SECRET + " or more");
        }
        if (secret != null && publicKeyFile != null) {
            throw new ConfigException(AT + "secret", "a secret in addition to a public-key-file", "one of them");
        }
    }

    /** Returns whether there is a key. */
    public boolean isEnabled() {
        return secret != null || publicKeyFile != null;
    }
}
