package org.starbridge.bridge.whip;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.reader.ConfigException;

/**
 * A TURN server for clients that can't reach the bridge directly. Credentials are fixed, or made for each client from a
 * secret that the TURN server shares (draft-uberti-behave-turn-rest-00, coturn's {@code static-auth-secret}): the user
 * name is the time at which they end, the credential its HMAC-SHA-1.
 *
 * @param uri {@code turn:turn.example.org:3478?transport=udp}
 * @param username null with a secret
 * @param credential null with a secret
 * @param secret null with a user name and a credential
 */
public record TurnServer(
        String uri,
        @Nullable String username,
        @Nullable String credential,
        @Nullable String secret) {
    private static final String AT = "starbridge.whip.turn-servers";
    private static final String HMAC = "HmacSHA1";
    private static final String FORM = "turns?:[A-Za-z0-9.:\\[\\]-]+(\\?transport=(udp|tcp))?";
    /** Characters that may stand between quotation marks in a header. */
    private static final String QUOTABLE = "[!#-\\[\\]-~]+";

    private static final int VALID_HOURS = 12;

    public TurnServer {
        if (!uri.matches(FORM)) {
            throw new ConfigException(AT, uri, "URIs of TURN servers: \"turn:turn.example.org:3478?transport=udp\"");
        }
        boolean isFixed = username != null && credential != null;
        if (isFixed == (secret != null) || (username == null) != (credential == null)) {
            throw new ConfigException(AT, uri, "username and credential, or secret");
        }
        if (username != null && credential != null && !(username + credential).matches(QUOTABLE)) {
            throw new ConfigException(
                    AT, uri, "a username and a credential of printable ASCII, without quotation marks");
        }
    }

    /** The value of a {@code Link} header (RFC 9725 section 4.6) for a client that comes now. */
    String link(Instant now) {
        String user = username;
        String password = credential;
        if (secret != null) {
            user = Long.toString(now.plus(VALID_HOURS, ChronoUnit.HOURS).getEpochSecond());
            password = hmac(secret, user);
        }
        return "<" + uri + ">; rel=\"ice-server\"; username=\"" + user + "\"; credential=\"" + password
                + "\"; credential-type=\"password\"";
    }

    private static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
