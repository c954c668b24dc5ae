package org.starbridge.transport.ice;

import java.time.Duration;

/**
 * The agent's timers and limits; {@link #defaults()} gives each the value explained here.
 *
 * @param pace Ta, the least time between two new checks: 50 ms (RFC 8445 section 14.2)
 * @param fastPace Ta while there are at most {@code fastPairs} pairs: 5 ms, the RFC's floor, so that a client with the
 *     usual handful of addresses connects at once; five checks are no burst
 * @param fastPairs 5
 * @param rto time to the first retransmission, doubled each time: 250 ms. The RFC's 500 ms would let one lost packet
 *     cost half a second of call set-up
 * @param rtoCap the longest time between two sends of one check: 2 s, so that a path that opens late is noticed soon
 * @param sends Rc, how often a check is sent at most: 7
 * @param lastWaitRtos Rm, how many {@code rto} to wait after the last send: 16. With the values above a check ends
 *     after 0.25 + 0.5 + 1 + 3 * 2 + 4 = 11.75 s
 * @param retry pause before a pair that did not answer is checked again while nothing is selected: 1 s
 * @param consentInterval mean time between consent checks, each drawn from 0.8 to 1.2 of it: 5 s (RFC 7675 section 5.1)
 * @param consentExpiry consent ends this long after the last valid response: 30 s (the same section)
 * @param failAfter FAILED when nothing is selected this long after checks began: 30 s
 * @param suspectAfter a selected pair that leaves a check unanswered this long may be left for another one: 1 s, that
 *     is three sends
 * @param relayWait how long a controlling agent that has only valid relayed pairs waits for a better one: 500 ms
 * @param maxPairs the checklist's limit: 100 (RFC 8445 section 6.1.2.5)
 * @param maxPeerReflexive remote addresses learned from requests: 16, the longest unheard goes first; a client has a
 *     few
 * @param requestsPerSecond granted Binding requests, separately for validated pairs and for all others: 50; browsers
 *     send at most 21 (one per 48 ms)
 * @param requestBurst the bucket's size: 100
 * @param forgetAfter a tuple that was not used for this long, in either direction, is forgotten unless it is selected:
 *     60 s, twice the time after which nothing may be sent there anyway; a client that comes back is learned again
 * @param generation of candidates that are taken; others are ignored: 0
 */
public record IceConfig(
        Duration pace,
        Duration fastPace,
        int fastPairs,
        Duration rto,
        Duration rtoCap,
        int sends,
        int lastWaitRtos,
        Duration retry,
        Duration consentInterval,
        Duration consentExpiry,
        Duration failAfter,
        Duration suspectAfter,
        Duration relayWait,
        int maxPairs,
        int maxPeerReflexive,
        int requestsPerSecond,
        int requestBurst,
        Duration forgetAfter,
        int generation) {

    public IceConfig {
        positive("pace", pace);
        positive("fastPace", fastPace);
        positive("rto", rto);
        positive("rtoCap", rtoCap);
        positive("retry", retry);
        positive("consentInterval", consentInterval);
        positive("failAfter", failAfter);
        positive("suspectAfter", suspectAfter);
        positive("forgetAfter", forgetAfter);
        positive("sends", sends);
        positive("lastWaitRtos", lastWaitRtos);
        positive("maxPairs", maxPairs);
        positive("maxPeerReflexive", maxPeerReflexive);
        positive("requestsPerSecond", requestsPerSecond);
        positive("requestBurst", requestBurst);
        if (relayWait.isNegative()) {
            throw new IllegalArgumentException("relayWait " + relayWait + ": expected 0 or more");
        }
        if (consentExpiry.compareTo(consentInterval) <= 0) {
            throw new IllegalArgumentException(
                    "consentExpiry " + consentExpiry + ": expected more than consentInterval " + consentInterval);
        }
        if (maxPeerReflexive > maxPairs) {
            throw new IllegalArgumentException(
                    "maxPeerReflexive " + maxPeerReflexive + ": expected at most maxPairs " + maxPairs);
        }
    }

    /** The values that the parameters' descriptions give. */
    public static IceConfig defaults() {
        return new IceConfig(
                Duration.ofMillis(50),
                Duration.ofMillis(5),
                5,
                Duration.ofMillis(250),
                Duration.ofSeconds(2),
                7,
                16,
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                Duration.ofMillis(500),
                100,
                16,
                50,
                100,
                Duration.ofSeconds(60),
                0);
    }

    /** The same with another consent timing. */
    public IceConfig withConsent(Duration interval, Duration expiry) {
        return new IceConfig(
                pace,
                fastPace,
                fastPairs,
                rto,
                rtoCap,
                sends,
                lastWaitRtos,
                retry,
                interval,
                expiry,
                failAfter,
                suspectAfter,
                relayWait,
                maxPairs,
                maxPeerReflexive,
                requestsPerSecond,
                requestBurst,
                forgetAfter,
                generation);
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " " + value + ": expected more than 0");
        }
    }

    private static void positive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " " + value + ": expected 1 or more");
        }
    }
}
