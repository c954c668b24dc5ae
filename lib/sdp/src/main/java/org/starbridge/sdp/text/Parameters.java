package org.starbridge.sdp.text;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Lists like {@code apt=96;rtx-time=3000}, as {@code fmtp} and {@code rid} have them. */
public final class Parameters {
    /** Under this name a text without {@code =} is kept: {@code fmtp} of telephone events has one. */
    public static final String NAMELESS = "";

    private Parameters() {}

    /**
     * Reads a list.
     *
     * @param words that faults are about
     * @param limit of parameters
     */
    public static Map<String, String> parse(Words words, String text, int limit) throws SdpException {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : Words.split(text, ';')) {
            String trimmed = part.strip();
            if (trimmed.isEmpty()) {
                continue; // a final semicolon is usual
            }
            int equals = trimmed.indexOf('=');
            String name =
                    equals < 0 ? NAMELESS : trimmed.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            String value = equals < 0 ? trimmed : trimmed.substring(equals + 1).strip();
            if (equals >= 0 && !Words.isToken(name)) {
                throw words.fault("parameter \"" + Words.quoted(trimmed) + "\": expected name=value");
            }
            if (parameters.putIfAbsent(name, value) != null) {
                throw words.fault("with two parameters \"" + Words.quoted(name) + "\"");
            }
            if (parameters.size() > limit) {
                throw words.fault("with more than " + limit + " parameters");
            }
        }
        return parameters;
    }

    /** Writes a list. */
    public static String text(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey().equals(NAMELESS) ? each.getValue() : each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(";"));
    }
}
