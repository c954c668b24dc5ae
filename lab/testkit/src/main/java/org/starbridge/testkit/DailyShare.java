package org.starbridge.testkit;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Variants of a slow test, of which each day has a share, so that all of them run within some days. All run with the
 * system property {@code starbridge.test.long}; {@code starbridge.test.day}, such as 20261128, is another day than
 * today.
 */
public final class DailyShare {
    private DailyShare() {}

    /**
     * The share of the day, which is printed.
     *
     * @param test names the test in what is printed
     * @param count how many of them run
     */
    public static <T> List<T> of(String test, int count, List<T> variants) {
        if (isLong()) {
            return variants;
        }
        LocalDate day = day();
        List<T> share = of(day.toEpochDay(), count, variants);
        print(day, test + ": " + share.size() + " of " + variants.size() + " variants");
        return share;
    }

    /** Whether a test that runs once in so many days does so today; if not, this is printed. */
    static boolean isToday(String test, int days, int which) {
        LocalDate day = day();
        int daysLeft = isLong() ? 0 : daysLeft(day.toEpochDay(), days, which);
        if (daysLeft > 0) {
            print(day, test + ": " + (daysLeft == 1 ? "tomorrow" : "in " + daysLeft + " days"));
        }
        return daysLeft == 0;
    }

    static int daysLeft(long epochDay, int days, int which) {
        return (int) Math.floorMod(which - epochDay, (long) days);
    }

    private static boolean isLong() {
        return Boolean.getBoolean("starbridge.test.long");
    }

    private static LocalDate day() {
        String named = System.getProperty("starbridge.test.day", "");
        return named.isEmpty()
                ? LocalDate.now(ZoneOffset.UTC)
                : LocalDate.parse(named, DateTimeFormatter.BASIC_ISO_DATE);
    }

    private static void print(LocalDate day, String share) {
        System.out.println("Share of the day " + day.format(DateTimeFormatter.BASIC_ISO_DATE) + ", " + share);
    }

    /** The next {@code count} ones each day, from the first one on after the last one. */
    static <T> List<T> of(long epochDay, int count, List<T> variants) {
        int size = Math.min(count, variants.size());
        List<T> share = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            share.add(variants.get((int) Math.floorMod(epochDay * size + i, (long) variants.size())));
        }
        return share;
    }
}
