package org.starbridge.hammer.crowd;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.Growth;
import org.starbridge.hammer.client.plan.GuestWave;
import picocli.CommandLine.Option;

/** The options of conferences and guests, as picocli fills them in. */
public final class CrowdArguments {
    private static final int MAX_ENDPOINTS = 5000;
    private static final int MAX_ATTEMPTS = 100;

    @Option(
            names = "--conferences",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "How many conferences there are, each with the endpoints that -k, --senders and --receivers say"
                            + " (default: 1). They come one after the other, the next when everybody in the last one receives"
                            + " everybody; then all are measured together.")
    int conferences = 1;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description =
                    "With --conferences: how many endpoints join together; the next ones begin when all of these are"
                            + " connected (default: all of a conference).")
    @Nullable
    Integer batch;

    @Option(
            names = "--attempts",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --conferences: how often an endpoint tries to join. When one has failed as often, no"
                    + " further endpoint joins, and what is there is measured (default: 1).")
    int attempts = 1;

    @Option(
            names = "--guests",
            paramLabel = "SPEC",
            description =
                    "Endpoints that join in the measured time, stay and leave; each is a new one. at=5,count=20,within=2,"
                            + "stay=30 means: from the 5th second on 20 join within 2 s, each stays for 30 s. every=60 repeats"
                            + " it each 60 s, conference=1 is the second conference, receive-only sends nothing. May be given"
                            + " several times. What guests receive is not judged, but that they join and everything flows to"
                            + " them.")
    List<String> guests = new ArrayList<>();

    /** How many conferences there are to be. */
    public int conferences() {
        return conferences;
    }

    /** Another number of conferences. */
    public void conferences(int number) {
        conferences = number;
    }

    /** How they come into being. */
    public Growth growth() {
        return new Growth(conferences, batch == null ? Integer.MAX_VALUE : batch, attempts);
    }

    /** Who comes and goes; empty if no endpoint does. */
    public List<GuestWave> guests() {
        return guests.stream().map(GuestParser::parse).toList();
    }

    /** Whether there is more than one conference that stays as it is. */
    public boolean isMeant() {
        return growth().isStepwise() || !guests.isEmpty();
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check(int endpoints, int seconds) {
        if (conferences < 1 || (long) conferences * endpoints > MAX_ENDPOINTS) {
            return "--conferences " + conferences + " of " + endpoints + " endpoints: expected 1 or more, and "
                    + MAX_ENDPOINTS + " endpoints at most in all";
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
                    : "--guests with a conference that is not there: they are counted from 0, and there are "
                            + conferences;
        } catch (IllegalArgumentException e) {
            String sentence = String.valueOf(e.getMessage());
            return sentence.startsWith("--guests") ? sentence : "--guests: " + sentence;
        }
    }
}
