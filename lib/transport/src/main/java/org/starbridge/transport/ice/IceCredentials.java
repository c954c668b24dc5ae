package org.starbridge.transport.ice;

import java.util.random.RandomGenerator;

/**
 * A username fragment and a password, RFC 8445 section 5.3. Lengths are the RFC's (4 to 256 and 22 to 256 characters);
 * of the alphabet only what would confuse a parser is refused, since some stacks use more than the RFC's
 * {@code ice-char}. What is out of range is refused with an exception that does not show the password.
 */
public record IceCredentials(String ufrag, String password) {
    private static final String ICE_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    /**
     * 48 bits: the RFC asks for 24, but the demultiplexer finds endpoints by it, so it should not collide on a busy
     * bridge.
     */
    private static final int UFRAG_LENGTH = 8;

    /** 144 bits; the RFC asks for 128. */
    private static final int PASSWORD_LENGTH = 24;

    public IceCredentials {
        if (ufrag.length() < 4 || ufrag.length() > 256 || !isPlain(ufrag)) {
            throw new IllegalArgumentException(
                    "ufrag " + ufrag + ": expected 4 to 256 printable characters without a colon");
        }
        if (password.length() < 22 || password.length() > 256 || !isPlain(password)) {
            throw new IllegalArgumentException("password of " + password.length()
                    + " characters: expected 22 to 256 printable characters without a colon");
        }
    }

    /** New credentials; {@code random} has to be a secure one outside of tests. */
    public static IceCredentials random(RandomGenerator random) {
        return random("", random);
    }

    /** The same with a user fragment that begins with a prefix, of at most 248 characters. */
    public static IceCredentials random(String ufragPrefix, RandomGenerator random) {
        return new IceCredentials(ufragPrefix + word(random, UFRAG_LENGTH), word(random, PASSWORD_LENGTH));
    }

    /** Without the password, so that a log line cannot leak it. */
    @Override
    public String toString() {
        return "IceCredentials[ufrag=" + ufrag + "]";
    }

    private static String word(RandomGenerator random, int length) {
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append(ICE_CHARS.charAt(random.nextInt(ICE_CHARS.length())));
        }
        return word.toString();
    }

    private static boolean isPlain(String word) {
        return word.chars().allMatch(c -> c > ' ' && c < 0x7F && c != ':');
    }
}
