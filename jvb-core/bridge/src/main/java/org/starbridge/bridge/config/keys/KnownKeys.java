package org.starbridge.bridge.config.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every key that may be written: those that hold, those that have no effect, and those inside of what operators name
 * themselves.
 */
final class KnownKeys {
    /** Text that {@link UnhonouredKeys} writes for the name that an operator gave. */
    private static final String ANY_ID = "<id>";

    /**
     * Keys below a part of the path that operators choose.
     *
     * @param section the path as far as the chosen name, with a dot at the end
     * @param keys what may stand below; null = any whole number
     */
    private record Open(Pattern section, Set<String> keys) {
        Open(String section, Set<String> keys) {
            this(Pattern.compile(section), keys);
        }
    }

    private static final String XMPP_CLIENTS = "videobridge.apis.xmpp-client.configs.";
    private static final Pattern LAST_N_LIMIT =
            Pattern.compile("videobridge\\.load-management\\.conference-last-n-limits\\.\"?[0-9]+\"?");
    private static final List<Open> OPEN = List.of(
            new Open(
                    Pattern.quote(XMPP_CLIENTS) + "(?:\"[^\"]*\"|[^.\"]+)\\.",
                    Set.of(
                            "hostname",
                            "port",
                            "domain",
                            "username",
                            "password",
                            "muc_jids",
                            "muc_nickname",
                            "disable_certificate_verification",
                            "security_mode",
                            "control_role")),
            new Open(
                    "ice4j\\.harvest\\.mapping\\.static-mappings\\[\\d+]\\.",
                    Set.of("local-address", "public-address", "local-port", "public-port", "name")),
            new Open(
                    "starbridge\\.export\\.rooms\\[\\d+]\\.",
                    Set.of("rooms", "url", "type", "ping-interval-ms", "headers")),
            new Open("starbridge\\.export\\.rooms\\[\\d+]\\.headers\\[\\d+]\\.", Set.of("name", "file")),
            new Open("starbridge\\.whip\\.tokens\\[\\d+]\\.", Set.of("token", "publish", "watch")),
            new Open("starbridge\\.whip\\.turn-servers\\[\\d+]\\.", Set.of("uri", "username", "credential", "secret")));

    private final Set<String> honoured;

    /** @param honoured the full paths of those that have a default */
    KnownKeys(Set<String> honoured) {
        this.honoured = honoured;
    }

    /** The last names of all keys that may be written. */
    Set<String> lastNames() {
        Set<String> names = new TreeSet<>();
        honoured.forEach(key -> names.add(key.substring(key.lastIndexOf('.') + 1)));
        OPEN.forEach(open -> names.addAll(open.keys));
        return names;
    }

    boolean isHonoured(String key) {
        return honoured.contains(key)
                || LAST_N_LIMIT.matcher(key).matches()
                || OPEN.stream().anyMatch(open -> {
                    Matcher section = open.section.matcher(key);
                    return section.lookingAt() && open.keys.contains(lower(key.substring(section.end())));
                });
    }

    /** Returns why a key that is known has no effect; empty when it has, or is not known. */
    Optional<String> whyNotHonoured(String key) {
        if (isHonoured(key)) {
            return Optional.empty();
        }
        Matcher client = OPEN.get(0).section.matcher(key);
        String general = client.lookingAt() ? XMPP_CLIENTS + ANY_ID + "." + lower(key.substring(client.end())) : key;
        return Optional.ofNullable(UnhonouredKeys.REASONS.get(general));
    }

    /** Returns the key that one that is not known was probably meant to be. */
    Optional<String> nearest(String key) {
        List<String> candidates = new ArrayList<>(honoured);
        candidates.addAll(UnhonouredKeys.REASONS.keySet());
        candidates.addAll(RenamedKey.IN_FILES.keySet());
        for (Open open : OPEN) {
            Matcher section = open.section.matcher(key);
            if (section.lookingAt()) {
                open.keys.forEach(each -> candidates.add(section.group() + each));
            }
        }
        return SpellingSuggestion.to(key, candidates);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** The names at the root that are ours. */
    static final Set<String> ROOTS = Set.of("videobridge", "jmt", "ice4j", "starbridge", "tracing");
}
