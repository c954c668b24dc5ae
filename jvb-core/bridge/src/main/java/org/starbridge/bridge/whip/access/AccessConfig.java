package org.starbridge.bridge.whip.access;

import java.util.List;

/**
 * Rules for which clients may publish and watch.
 *
 * @param isOpen whether publishing and watching need no token
 * @param tokens of clients that may
 * @param jwt how JSON Web Tokens are verified
 * @param takesTokenInQuery whether a token may stand in the query ({@code access_token}, RFC 6750 section 2.3), for
 *     clients that send no headers of their own; such tokens end up in logs of proxies
 */
public record AccessConfig(boolean isOpen, List<AccessToken> tokens, JwtConfig jwt, boolean takesTokenInQuery) {
    /** No client may. */
    public static final AccessConfig NONE = new AccessConfig(false, List.of(), JwtConfig.NONE, false);

    public AccessConfig {
        tokens = List.copyOf(tokens);
    }

    /** Returns whether any client may. */
    public boolean isAnybodyAllowed() {
        return isOpen || jwt.isEnabled() || !tokens.isEmpty();
    }
}
