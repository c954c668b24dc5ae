package org.starbridge.bridge.logging;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.function.Predicate;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Leaves IP addresses out of finished log lines, stack traces included: {@code 192.0.2.1:4433} becomes
 * {@code xx.xx.xx.xx:4433}. It looks at the text, so it works for every log line, those of libraries included. Loopback
 * and wildcard addresses stay, as do host names. Any thread.
 */
final class RedactingFormatter extends Formatter {
    private static final String IPV4 = "xx.xx.xx.xx";
    private static final String IPV6 = "xx::xx";

    /** Text that may be an address, perhaps with a port or the end of a sentence behind it; the scope apart. */
    private static final Pattern CANDIDATE =
            Pattern.compile("(?<![\\w:.])([0-9a-fA-F:][0-9a-fA-F:.]++)(%[\\w.-]++)?(?!\\w)");

    private static final Pattern BEGINS_WITH_IPV4 =
            Pattern.compile("((?:[0-9]{1,3}\\.){3}[0-9]{1,3})(?=$|:|\\.$|\\.:)");

    private final Formatter plain;
    private final Predicate<InetAddress> isKept;

    /**
     * @param plain makes the lines
     * @param isKept addresses that are shown in full
     */
    RedactingFormatter(Formatter plain, Predicate<InetAddress> isKept) {
        this.plain = plain;
        this.isKept = isKept;
    }

    @Override
    public String format(LogRecord event) {
        return redact(plain.format(event));
    }

    @Override
    public String getHead(Handler handler) {
        return plain.getHead(handler);
    }

    @Override
    public String getTail(Handler handler) {
        return plain.getTail(handler);
    }

    String redact(String text) {
        return CANDIDATE.matcher(text).replaceAll(match -> {
            String candidate = match.group(1);
            String redacted = redactCandidate(candidate);
            String scope = match.group(2);
            boolean isSame = redacted.equals(candidate);
            return Matcher.quoteReplacement(scope == null || !isSame ? redacted : redacted + scope);
        });
    }

    private String redactCandidate(String candidate) {
        for (int end = candidate.length(); end > 0 && end > candidate.length() - 2; end--) {
            String address = candidate.substring(0, end);
            if (address.indexOf(':') != address.lastIndexOf(':')) {
                try {
                    return redactAddress(address) + candidate.substring(end);
                } catch (IllegalArgumentException _) {
                    // Another colon or full stop may be the sentence's.
                }
            }
        }
        Matcher ipv4 = BEGINS_WITH_IPV4.matcher(candidate);
        if (!ipv4.lookingAt()) {
            return candidate;
        }
        try {
            return redactAddress(ipv4.group(1)) + candidate.substring(ipv4.end());
        } catch (IllegalArgumentException _) {
            return candidate; // a number too large
        }
    }

    /** @throws IllegalArgumentException if it is none */
    private String redactAddress(String literal) {
        InetAddress address = InetAddress.ofLiteral(literal);
        if (address.isLoopbackAddress() || address.isAnyLocalAddress() || isKept.test(address)) {
            return literal;
        }
        return address instanceof Inet4Address ? IPV4 : IPV6;
    }
}
