package org.starbridge.bridge.webhook.delivery;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests as Standard Webhooks 1.0 has it: HMAC-SHA256 of id, time and body, with a full stop between them. A
 * secret that begins with {@code whsec_} is Base64; any other is used as it is, in UTF-8.
 */
public final class Signature {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "whsec_";

    private final SecretKeySpec key;

    /** @throws IllegalArgumentException when a secret that begins with {@code whsec_} is no Base64 */
    public Signature(String secret) {
        byte[] bytes = secret.startsWith(PREFIX)
                ? Base64.getDecoder().decode(secret.substring(PREFIX.length()))
                : secret.getBytes(StandardCharsets.UTF_8);
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** The value of {@code webhook-signature}. */
    public String of(String id, long epochSeconds, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] signed = mac.doFinal((id + "." + epochSeconds + "." + body).getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }
}
