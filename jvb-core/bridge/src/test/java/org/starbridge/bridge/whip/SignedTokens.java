package org.starbridge.bridge.whip;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.text.ParseException;
import java.time.Instant;
import java.util.Date;

/** Makes JSON Web Tokens. */
final class SignedTokens {
    private SignedTokens() {}

    /** Signed by HS256, valid for some seconds from now on. */
    static String hmac(String secret, int seconds, String claims) throws JOSEException, ParseException {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims(seconds, claims));
        token.sign(new MACSigner(secret));
        return token.serialize();
    }

    /** Without a signature (RFC 7519 section 6). */
    static String unsigned(String claims) throws ParseException {
        return new PlainJWT(claims(60, claims)).serialize();
    }

    private static JWTClaimsSet claims(int seconds, String claims) throws ParseException {
        return new JWTClaimsSet.Builder(JWTClaimsSet.parse(claims))
                .expirationTime(Date.from(Instant.now().plusSeconds(seconds)))
                .build();
    }
}
