package org.starbridge.hammer.join;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.Growth;
import org.starbridge.hammer.client.plan.GuestWave;
import picocli.CommandLine.Option;

/** The options of conferences and guests, as picocli fills them in. */
public final class JoinArguments {
    private static final int MAX_ENDPOINTS = 5000;
    private static final int MAX_ATTEMPTS = 100;

    @Option(
            names = "--conferences",
            paramLabel = "N",
            defaultValue = "1",
            description = "Number of conferences, each with the endpoints of -k, or --senders and --receivers"
                    + " (default: 1). They are created one after the other, each when all endpoints of the previous"
                    + " one receive each other; then all are measured together.")
    int conferences = 1;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description =
                    "With --conferences: number of endpoints that join together; the next ones start when all of these are"
                            + " connected (default: all of a conference).")
    @Nullable
    Integer batch;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "With --conferences: number of attempts of an endpoint to join. When all attempts of one have failed, no"
                            + " further endpoint joins, and the present ones are measured (default: 1).")
    int attempts = 1;

    @Option(
            names = "--guests",
            paramLabel = "SPEC",
            description = "Endpoints that join during the measurement, stay and leave. at=5,count=20,within=2,"
                    + "stay=30: at 5 s, 20 endpoints join within 2 s, each stays for 30 s. every=60 repeats"
                    + " this each 60 s, conference=1 is the second conference, receive-only sends nothing. May be"
                    + " repeated. Guests are checked for joining and for getting all streams, not for"
                    + " loss.")
    List<String> guests = new ArrayList<>();

    /** Returns the number of conferences there are to be. */
    public int conferences() {
        return conferences;
    }

    /** Another number of conferences. */
    public void conferences(int number) {
        conferences = number;
    }

    /** Returns how they are created. */
    public Growth growth() {
        return new Growth(conferences, batch == null ? Integer.MAX_VALUE : batch, attempts);
    }

    /** Returns the guests that come and go; empty if no endpoint does. */
    public List<GuestWave> guests() {
        return guests.stream().map(GuestParser::parse).toList();
    }

    /** Returns whether there is more than one conference that stays as it is. */
    public boolean isMeant() {
        return growth().isStepwise() || !guests.isEmpty();
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check(int endpoints, int seconds) {
        if (conferences < 1 || (long) conferences * endpoints > MAX_ENDPOINTS) {
            return "--conferences " + conferences + " of " + endpoints + " endpoints: expected 1 or more, and "
                    + MAX_ENDPOINTS + " endpoints at most in total";
        }
        if (batch != null && (batch < 1 || conferences == 1)) {
            return "--batch " + batch + ": expected 1 or more, and --conferences of 2 or more";
        }
        if (attempts < 1 || attempts > MAX_ATTEMPTS || (attempts > 1 && conferences == 1)) {
            return "--attempts " + attempts + ": expected 1 to " + MAX_ATTEMPTS
                    + ", and above 1 only with --conferences of 2 or more";
        }
        try {
            List<GuestWave> waves = guests();
            GuestWave.visits(waves, seconds);
            return waves.stream().allMatch(wave -> wave.conference() < conferences)
                    ? null
                    : "--guests with an unknown conference: they are counted from 0, and there are " + conferences;
        } catch (IllegalArgumentException e) {
            String sentence = String.valueOf(e.getMessage());
            return sentence.startsWith("--guests") ? sentence : "--guests: " + sentence;
        }
    }
}
