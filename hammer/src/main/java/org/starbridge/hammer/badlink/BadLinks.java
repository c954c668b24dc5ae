package org.starbridge.hammer.badlink;

import static org.starbridge.hammer.badlink.Figure.atLeast;
import static org.starbridge.hammer.badlink.Figure.atMost;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All scenarios. Bitrates of the bundled encodings with headers: 125, 340 and 830 kbit/s, and 58 kbit/s of audio. Three
 * senders make a wish of 2.66 Mbit/s.
 */
public final class BadLinks {
    private static final double ONE_WISH = 0.88e6;
    private static final double WISH = 2.66e6;
    private static final int SECONDS = 60;
    private static final double SETTLED = 20;

    private static final List<BadLink> SCENARIOS = scenarios();

    private BadLinks() {}

    /** All of them. */
    public static List<BadLink> all() {
        return SCENARIOS;
    }

    /** The one of this name; null if there is none. */
    public static @Nullable BadLink named(String name) {
        return SCENARIOS.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The one of this name, or all of them for {@link BadLink#ALL}; none for any other name. */
    public static List<BadLink> meantBy(String name) {
        return SCENARIOS.stream()
                .filter(scenario -> name.equals(BadLink.ALL) || scenario.name().equals(name))
                .toList();
    }

    /** Returns the subject of the one of this name, as a part of a sentence; empty for {@link BadLink#ALL}. */
    public static String described(String name) {
        BadLink scenario = named(name);
        return scenario == null ? "" : scenario.description();
    }

    /** Their names. */
    public static List<String> names() {
        return SCENARIOS.stream().map(BadLink::name).toList();
    }

    private static List<BadLink> scenarios() {
        List<BadLink> scenarios = new ArrayList<>();
        scenarios.add(start());
        scenarios.add(fixed("300k", 0.3e6, 1, 180));
        scenarios.add(fixed("500k", 0.5e6, 1, 360));
        scenarios.add(fixed("1M", 1e6, 1, 720));
        scenarios.add(fixed("2M", 2e6, 3, 720));
        scenarios.add(fixed("5M", 5e6, 3, 720));
        scenarios.add(step());
        scenarios.add(lossy("loss-1", "random loss of 1 %", "loss=1%", 0.9));
        scenarios.add(lossy("loss-5", "random loss of 5 %", "loss=5%", 0.7));
        scenarios.add(lossy("loss-10", "random loss of 10 %", "loss=10%", 0.4));
        scenarios.add(lossy("gilbert", "losses of 5 % in bursts of 8 packets", "loss=5%,burst=8", 0.5));
        scenarios.add(jitter(30, 0.9));
        scenarios.add(jitter(60, 0.75));
        scenarios.add(policer());
        scenarios.add(bufferbloat());
        scenarios.add(stalls());
        scenarios.add(reverse("feedback-loss", "30 % of the feedback is lost", "up:loss=30%", 0.7));
        scenarios.add(reverse("feedback-delay", "feedback is delayed by 500 ms", "up:delay=500", 0.6));
        scenarios.add(manyReceivers());
        scenarios.add(badSender());
        return List.copyOf(scenarios);
    }

    private static BadLink start() {
        return new BadLink(
                "start",
                "a good link: time until all video is shown",
                3,
                1,
                20,
                List.of("rate=20M,delay=15,up:delay=15"),
                run -> List.of(
                        atMost("s from connection to the first full layer", run.heightSeconds(720), 1),
                        atMost("s from a source's first picture to its full layer", run.raiseSeconds(720, 3), 1),
                        atMost("audio lost", run.audioLoss(), 0.001),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 0.5)));
    }

    private static BadLink fixed(String rate, double bps, int senders, int fitting) {
        double wish = senders == 1 ? ONE_WISH : WISH;
        double fits = fitting == 180 ? 0.18e6 : fitting == 360 ? 0.4e6 : Math.min(bps, wish);
        return new BadLink(
                "fixed-" + rate,
                "a link of " + rate.replaceFirst("(?=[kM])", " ") + "bit/s, round-trip time 60 ms, queue 300 ms",
                senders,
                1,
                SECONDS,
                List.of("rate=" + rate + ",queue=300,delay=30,up:delay=30"),
                run -> List.of(
                        atMost(
                                "s from connection to " + fitting + " pixels",
                                run.heightSeconds(fitting),
                                bps >= 1e6 ? 3 : 6),
                        atLeast("share used of the layers that fit, 20 to 60 s", run.bps(SETTLED, SECONDS) / fits, 0.8),
                        atMost("queue p95, ms, 20 to 60 s", run.queueP95Ms(SETTLED, SECONDS), 80),
                        atMost("audio lost", run.audioLoss(), 0.01),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 1)));
    }

    private static BadLink step() {
        return new BadLink(
                "step",
                "3 Mbit/s, 0.5 from 20 s on, 3 from 40 s on",
                3,
                1,
                80,
                List.of("rate=3M/500k@20/3M@40,queue=300,delay=30,up:delay=30"),
                run -> List.of(
                        atMost("s until <= 0.55 Mbit/s after 3 -> 0.5", run.fallSeconds(20, 0.55e6), 1.06),
                        atMost("s until the queue is below 100 ms", run.drainSeconds(20, 38, 100), 2),
                        atMost(
                                "s until 80 % of the requested bitrate after 0.5 -> 3",
                                run.riseSeconds(40, 0.8 * WISH), 10),
                        atMost("switches up of a source after that", run.switchesUp(40) / 3, 3),
                        atMost("audio lost", run.audioLoss(), 0.01),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 1)));
    }

    private static BadLink lossy(String name, String description, String loss, double share) {
        return new BadLink(
                name,
                description + " on 5 Mbit/s",
                3,
                1,
                SECONDS,
                List.of("rate=5M,queue=300,delay=30,up:delay=30," + loss),
                run -> List.of(
                        atLeast("share of the requested bitrate, 20 to 60 s", run.bps(SETTLED, SECONDS) / WISH, share),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 1)));
    }

    private static BadLink jitter(int ms, double share) {
        return new BadLink(
                "jitter-" + ms,
                "a delay that varies by " + ms + " ms to either side",
                3,
                1,
                SECONDS,
                List.of("delay=30,jitter=" + ms + ",up:delay=30"),
                run -> List.of(
                        atLeast("share of the requested bitrate, 20 to 60 s", run.bps(SETTLED, SECONDS) / WISH, share),
                        atMost("switches up of a source, 20 to 60 s", run.switchesUp(SETTLED) / 3, 1),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 1)));
    }

    private static BadLink policer() {
        return new BadLink(
                "policer",
                "a policer of 1 Mbit/s with a bucket of 50 kB",
                3,
                1,
                SECONDS,
                List.of("policer=1M/50k,delay=30,up:delay=30"),
                run -> List.of(
                        atMost("loss, 30 to 60 s", run.loss(30, SECONDS), 0.05),
                        atLeast("Mbit/s, 30 to 60 s", run.bps(30, SECONDS) / 1e6, 0.7),
                        atMost("audio lost", run.audioLoss(), 0.05),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 1)));
    }

    private static BadLink bufferbloat() {
        return new BadLink(
                "bufferbloat",
                "1 Mbit/s with a queue of 3 s",
                3,
                1,
                SECONDS,
                List.of("rate=1M,queue=3s,delay=30,up:delay=30"),
                run -> List.of(
                        atMost("queue p95, ms, 5 to 60 s", run.queueP95Ms(5, SECONDS), 150),
                        atLeast("share used, 5 to 60 s", run.bps(5, SECONDS) / 1e6, 0.7),
                        atMost("audio lost", run.audioLoss(), 0.01)));
    }

    private static BadLink stalls() {
        return new BadLink(
                "stalls",
                "4 Mbit/s, interrupted for 200 ms every 2 s, like a mobile link",
                3,
                1,
                SECONDS,
                List.of("rate=0/4M@0.2,every=2,queue=500,delay=30,up:delay=30"),
                run -> List.of(
                        atLeast("share of the requested bitrate, 20 to 60 s", run.bps(SETTLED, SECONDS) / WISH, 0.6),
                        atMost("queue p95, ms, 5 to 60 s", run.queueP95Ms(5, SECONDS), 400),
                        atMost("audio lost", run.audioLoss(), 0.01)));
    }

    private static BadLink reverse(String name, String description, String up, double share) {
        return new BadLink(
                name,
                description + ", 2 Mbit/s",
                3,
                1,
                SECONDS,
                List.of("rate=2M,queue=300,delay=30," + up),
                run -> List.of(
                        atLeast("share used, 20 to 60 s", run.bps(SETTLED, SECONDS) / 2e6, share),
                        atMost("longest freeze, s", run.longestFreezeSeconds(), 1)));
    }

    private static BadLink manyReceivers() {
        return new BadLink(
                "shared-20",
                "20 receivers behind one link of 10 Mbit/s",
                3,
                20,
                SECONDS,
                List.of("rate=10M,queue=300,delay=30,up:delay=30,group=20"),
                run -> List.of(
                        atLeast("share used, 30 to 60 s", run.bps(30, SECONDS) / 10e6, 0.8),
                        atLeast("Jain's fairness index of the received bitrates", run.fairness(), 0.8),
                        atMost("audio lost, worst", run.audioLoss(), 0.02)));
    }

    private static BadLink badSender() {
        String good = "rate=20M,delay=15,up:delay=15";
        return new BadLink(
                "bad-sender",
                "one of three senders has an uplink of 300 kbit/s with 5 % loss; the others must not be affected",
                3,
                2,
                SECONDS,
                List.of(good, "to=senders,count=1,up:rate=300k,up:loss=5%"),
                run -> List.of(atLeast(
                        "share of the two good senders' bitrate, 20 to 60 s",
                        run.behind(good).bps(SETTLED, SECONDS) / (WISH * 2 / 3),
                        0.9)));
    }
}
