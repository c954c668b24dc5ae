package org.starbridge.bridge.config.keys;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Suggestion of what a misspelt name was probably meant to be: the known one that fewest typing mistakes lead to, each
 * a letter too many, too few, wrong, or two letters exchanged (the distance known as optimal string alignment). Upper
 * and lower case, hyphens and underscores make no difference.
 */
final class SpellingSuggestion {
    /** One mistake is forgiven, and a further one for so many letters of what is not the same in both. */
    private static final int LETTERS_PER_MISTAKE = 4;

    private SpellingSuggestion() {}

    /** Empty when none is near. Of those equally near, the alphabetically first. */
    static Optional<String> to(String name, Collection<String> known) {
        String best = "";
        int fewest = Integer.MAX_VALUE;
        for (String candidate : known) {
            int mistakes = mistakes(plain(name), plain(candidate));
            boolean isNearer = mistakes < fewest || (mistakes == fewest && candidate.compareTo(best) < 0);
            if (isNearer && mistakes <= forgiven(name, candidate)) {
                best = candidate;
                fewest = mistakes;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /** Of two paths with the same beginning only the rest counts: a short name somewhere deep is still a short name. */
    private static int forgiven(String name, String candidate) {
        int shared = 0;
        for (int i = 0; i < Math.min(name.length(), candidate.length()) && name.charAt(i) == candidate.charAt(i); i++) {
            shared = name.charAt(i) == '.' ? i + 1 : shared;
        }
        return 1 + (name.length() - shared) / LETTERS_PER_MISTAKE;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static int mistakes(String one, String other) {
        int[] beforeLast = new int[other.length() + 1];
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int wrong = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(last[j - 1] + wrong, 1 + Math.min(last[j], row[j - 1]));
                boolean isExchanged = i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
                if (isExchanged) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[other.length()];
    }
}
