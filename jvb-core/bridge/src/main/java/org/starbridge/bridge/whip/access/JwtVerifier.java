package org.starbridge.bridge.whip.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.reader.ConfigException;

/**
 * Verifies JSON Web Tokens (RFC 7519): the signature by the configured key, {@code exp}, which is required,
 * {@code nbf}, {@code iss} and {@code aud}. The claims {@code publish} and {@code watch} name rooms as the tokens of
 * the configuration do, a text or a list; {@code room} stands for both of them if neither is there, so that an empty
 * list gives no right. Any thread.
 */
final class JwtVerifier {
    /** Longer ones are not read. */
    private static final int MAX_LENGTH = 8192;

    private static final String KEY_FILE = "starbridge.whip.jwt.public-key-file";

    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /** @throws ConfigException if the key can't be used */
    JwtVerifier(JwtConfig config) {
        JWK key = config.secret() == null
                ? publicKey(String.valueOf(config.publicKeyFile()))
                : new OctetSequenceKey.Builder(config.secret().getBytes(StandardCharsets.UTF_8)).build();
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms(key), new ImmutableJWKSet<>(new JWKSet(key))));
        JWTClaimsSet.Builder exact = new JWTClaimsSet.Builder();
        if (config.issuer() != null) {
            exact.issuer(config.issuer());
        }
        processor.setJWTClaimsSetVerifier(
                new DefaultJWTClaimsVerifier<>(config.audience(), exact.build(), Set.of("exp")));
    }

    private static JWK publicKey(String file) {
        try {
            return JWK.parseFromPEMEncodedObjects(Files.readString(Path.of(file)));
        } catch (IOException | JOSEException | RuntimeException e) {
            throw new ConfigException(
                    KEY_FILE, file, "a PEM file with a public key of RSA or P-256 (" + e.getMessage() + ")");
        }
    }

    /** An algorithm of another kind of key is never tried: a public key is not an HMAC secret. */
    private static Set<JWSAlgorithm> algorithms(JWK key) {
        return switch (key.getKeyType().getValue()) {
            case "oct" -> Set.copyOf(JWSAlgorithm.Family.HMAC_SHA);
            case "RSA" -> Set.copyOf(JWSAlgorithm.Family.RSA);
            case "EC" -> Set.of(JWSAlgorithm.ES256);
            default -> throw new ConfigException(KEY_FILE, key.getKeyType().getValue(), "a key of RSA or P-256");
        };
    }

    /** The rights that a token gives; null if it is not valid. */
    @Nullable
    AccessToken verify(String token) {
        if (token.length() > MAX_LENGTH) {
            return null;
        }
        try {
            JWTClaimsSet claims = processor.process(token, null);
            List<String> rooms = rooms(claims, "room");
            List<String> publish = rooms(claims, "publish");
            List<String> watch = rooms(claims, "watch");
            boolean isByRoom = claims.getClaim("publish") == null && claims.getClaim("watch") == null;
            // A renewed token of the same subject may go on with its sessions.
            String subject = claims.getSubject();
            return new AccessToken(
                    subject == null ? token : "sub " + subject, isByRoom ? rooms : publish, isByRoom ? rooms : watch);
        } catch (ParseException | BadJOSEException | JOSEException _) {
            return null;
        }
    }

    private static List<String> rooms(JWTClaimsSet claims, String name) throws ParseException {
        Object claim = claims.getClaim(name);
        if (claim instanceof String room) {
            return List.of(room);
        }
        List<String> rooms = claims.getStringListClaim(name);
        return rooms == null ? List.of() : rooms;
    }
}
