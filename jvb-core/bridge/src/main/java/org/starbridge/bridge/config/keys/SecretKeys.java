package org.starbridge.bridge.config.keys;

import java.util.Locale;
import java.util.Set;

/** The keys whose values are secrets. Their values appear in no log and on no page. */
public final class SecretKeys {
    /**
     * The last names of such keys; addresses of webhook receivers often have a key in them. {@code SecretKeysTest}
     * fails on a new key that is named like one and is not here.
     */
    private static final Set<String> NAMES =
            Set.of("password", "key-store-password", "token", "tokens", "secret", "credential", "urls");

    /** Stands in the place of a secret. */
    public static final String NOT_SHOWN = "(not shown)";

    private SecretKeys() {}

    /**
     * Returns whether the value of a key is a secret.
     *
     * @param key the whole path; its last name may be in quotes, and in upper case
     */
    public static boolean contains(String key) {
        String last = key.substring(key.lastIndexOf('.') + 1);
        return NAMES.contains(last.replace("\"", "").toLowerCase(Locale.ROOT));
    }
}
