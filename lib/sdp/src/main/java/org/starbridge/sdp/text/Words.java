package org.starbridge.sdp.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The words of a value, separated by blanks, read from left to right. Every fault becomes an {@link SdpException} that
 * quotes the beginning of the value.
 */
public final class Words {
    private static final int QUOTED = 60;
    private static final long MAX_UINT32 = 0xFFFF_FFFFL;

    private final int line;
    private final String what;
    private final List<String> words;
    private int next;

    /** @param what of which the value is: {@code rtpmap} */
    public Words(int line, String what, String value) throws SdpException {
        this.line = line;
        this.what = what;
        this.words = new ArrayList<>(split(value.replace('\t', ' '), ' '));
        words.removeIf(String::isEmpty);
        if (words.isEmpty()) {
            throw fault("\"\": expected a value");
        }
    }

    /** The parts between separators; empty ones too. */
    public static List<String> split(String value, char separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = value.indexOf(separator); at >= 0; at = value.indexOf(separator, from)) {
            parts.add(value.substring(from, at));
            from = at + 1;
        }
        parts.add(value.substring(from));
        return parts;
    }

    public static String quoted(String value) {
        return value.length() <= QUOTED ? value : value.substring(0, QUOTED) + "...";
    }

    public SdpException fault(String sentence) {
        return new SdpException(line, what + " " + sentence);
    }

    public boolean hasMore() {
        return next < words.size();
    }

    /**
     * The next word.
     *
     * @param name of the word, for the fault that it is missing
     */
    public String word(String name) throws SdpException {
        if (!hasMore()) {
            throw fault("without a " + name);
        }
        return words.get(next++);
    }

    /** A word all of whose characters fit. */
    public String token(String name) throws SdpException {
        return checked(name, word(name), Words::isToken, "letters, digits and !#$%&'*+-.^_`{|}~");
    }

    /** The word, if it fits; {@code expected} ends the sentence of the fault. */
    public String checked(String name, String word, Predicate<String> isFine, String expected) throws SdpException {
        if (!isFine.test(word)) {
            throw fault(name + " \"" + quoted(word) + "\": expected " + expected);
        }
        return word;
    }

    /** A decimal number as the next word. */
    public int number(String name, int min, int max) throws SdpException {
        return (int) number(name, word(name), min, max);
    }

    /** An unsigned 32-bit decimal number as the next word. */
    public long uint32(String name) throws SdpException {
        return number(name, word(name), 0, MAX_UINT32);
    }

    /** Decimal digits only; no sign, no blanks. */
    public long number(String name, String word, long min, long max) throws SdpException {
        long value = -1;
        if (!word.isEmpty() && word.length() <= 18 && word.chars().allMatch(c -> c >= '0' && c <= '9')) {
            value = Long.parseLong(word);
        }
        if (value < min || value > max) {
            throw fault(name + " \"" + quoted(word) + "\": expected " + min + " to " + max);
        }
        return value;
    }

    /** Returns what is left, with single spaces; empty at the end. */
    public String rest() {
        String rest = String.join(" ", words.subList(next, words.size()));
        next = words.size();
        return rest;
    }

    public void end() throws SdpException {
        if (hasMore()) {
            throw fault("followed by \"" + quoted(rest()) + "\": expected nothing more");
        }
    }

    /** Returns whether a keyword is this one, in any case. */
    public static boolean is(String word, String keyword) {
        return word.equalsIgnoreCase(keyword);
    }

    /** RFC 8866 section 9: {@code token}. */
    public static boolean isToken(String word) {
        return !word.isEmpty()
                && word.chars().allMatch(c -> c > 0x20 && c < 0x7F && "\"(),/:;<=>?@[\\]".indexOf(c) < 0);
    }

    /** RFC 8839 section 5.4: letters, digits, plus and slash. */
    public static boolean isIceText(String word) {
        return !word.isEmpty() && word.chars().allMatch(c -> isAlphanumeric(c) || c == '+' || c == '/');
    }

    /** RFC 8851 section 10: letters, digits, hyphen, underscore. */
    public static boolean isRid(String word) {
        return !word.isEmpty() && word.chars().allMatch(c -> isAlphanumeric(c) || c == '-' || c == '_');
    }

    private static boolean isAlphanumeric(int c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }
}
