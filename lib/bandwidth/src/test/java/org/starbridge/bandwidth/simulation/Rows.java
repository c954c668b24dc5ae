package org.starbridge.bandwidth.simulation;

import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.testkit.SeededScenario;

/** The scenarios of the exam: test cases of RFC 8867, links of all kinds, and what is wider than one link. */
final class Rows {
    private static final double DELAY_MS = 30;
    private static final double QUEUE_MS = 300;

    private final Subject subject;

    Rows(Subject subject) {
        this.subject = subject;
    }

    List<SeededScenario> all() {
        List<SeededScenario> rows = new ArrayList<>(new Rfc8867Rows(subject).all());
        for (double mbps : new double[] {0.3, 0.5, 1, 2, 5}) {
            rows.add(fixed(mbps));
        }
        rows.addAll(List.of(startOnAGoodLink(), idleThenVideo(), stepDown(), stepUp()));
        rows.add(randomLoss(0.01, 0.95, 0.95));
        rows.add(randomLoss(0.05, 0.95, 0.8));
        rows.add(randomLoss(0.10, 0.9, 0.8));
        rows.addAll(List.of(burstLoss(), jitter(30), jitter(60), policer(), bufferbloat(), stalls()));
        rows.addAll(List.of(lostFeedback(), delayedFeedback(), manyReceivers(), routeChange()));
        rows.addAll(List.of(
                deadLink(), keyFramesThenVideo(), shallowQueue(), narrowStart(), idleScreen(), lossesThatEnd()));
        rows.addAll(new WiderRows(subject).all());
        return rows;
    }

    SeededScenario fixed(double mbps) {
        return new SeededScenario(
                "fixed " + mbps + " Mbit/s",
                List.of(
                        atMost("estimate is off by, layers", 0.12),
                        atMost("s until 80 %", mbps >= 1 ? 3 : 6),
                        atMost("queue p95, ms", 80),
                        atLeast("utilisation, any bitrate", 0.85),
                        atMost("estimate is off by, any bitrate", 0.12),
                        atMost("queue p95, any bitrate, ms", 80)),
                seed -> {
                    Network layers = subject.network(LinkConfig.of(mbps, QUEUE_MS, DELAY_MS), seed);
                    layers.flow(Source.simulcast(0), 0);
                    FlowStats layered = layers.run(120).stats(0);
                    Network net = subject.network(LinkConfig.of(mbps, QUEUE_MS, DELAY_MS), seed)
                            .withElastic(1);
                    FlowStats flow = net.run(120).stats(0);
                    double wish = 2.548e6;
                    double expected = mbps * 1e6;
                    double estimate = layered.medianEstimate(60, 120);
                    double off = expected > wish ? Math.max(0, 1 - estimate / wish) : Math.abs(estimate / expected - 1);
                    double reached = Math.min(expected, wish) * 0.8;
                    return new double[] {
                        off,
                        settled(layered, reached),
                        layered.queueMs(0.95, 0, 120),
                        flow.receivedBps(60, 120) / Math.min(expected, 4e6),
                        expected > 4e6 ? 0 : Math.abs(flow.medianEstimate(60, 120) / expected - 1),
                        flow.queueMs(0.95, 0, 120)
                    };
                });
    }

    /** When the estimate reached a bitrate for good: not counting the start rate. */
    private static double settled(FlowStats flow, double bps) {
        double fell = flow.estimateFalls(0, bps * 0.99);
        return flow.estimateReaches(Double.isInfinite(fell) ? 0 : fell, bps);
    }

    SeededScenario startOnAGoodLink() {
        return new SeededScenario(
                "start on 10 Mbit/s, wish 2.5", List.of(atMost("s until the full layer", 0.6)), seed -> {
                    Network net = subject.network(LinkConfig.of(10, QUEUE_MS, DELAY_MS), seed);
                    net.flow(Source.simulcast(0), 0);
                    return new double[] {net.run(10).stats(0).videoReaches(0, 2.5e6)};
                });
    }

    SeededScenario idleThenVideo() {
        return new SeededScenario(
                "5 Mbit/s idle, then 720p",
                List.of(atMost("s until the full layer", 0.6), atMost("padding while idle, kbit/s", 0)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(5, QUEUE_MS, DELAY_MS), seed);
                    net.flow(Source.simulcast(60), 0);
                    FlowStats flow = net.run(120).stats(0);
                    return new double[] {flow.videoReaches(60, 2.5e6) - 60, flow.paddingBps(1, 60) / 1e3};
                });
    }

    SeededScenario stepDown() {
        return new SeededScenario(
                "step 3 -> 0.5 Mbit/s",
                List.of(
                        atMost("s until <= 0.55 Mbit/s", 0.8),
                        atMost("s until the queue is < 50 ms", 1.5),
                        atMost("audio loss after 1 s, %", 1)),
                seed -> {
                    Network net =
                            subject.network(LinkConfig.of(3, QUEUE_MS, DELAY_MS).steps(0, 3, 60, 0.5), seed);
                    net.flow(Source.simulcast(0), 0);
                    FlowStats flow = net.run(80).stats(0);
                    return new double[] {
                        flow.estimateFalls(60, 0.55e6) - 60,
                        flow.queueAbove(50, 60, 66) - 60,
                        flow.audioLoss(61, 80) * 100
                    };
                });
    }

    SeededScenario stepUp() {
        return new SeededScenario(
                "step 0.5 -> 3 Mbit/s",
                List.of(atMost("s until 80 % of the wish", 6), atMost("layer up-switches", 3)),
                seed -> {
                    Network net =
                            subject.network(LinkConfig.of(3, QUEUE_MS, DELAY_MS).steps(0, 0.5, 60, 3), seed);
                    SimulcastSource source = new SimulcastSource(0);
                    net.flow(source, 0);
                    net.run(60);
                    int before = source.upSwitches();
                    FlowStats flow = net.run(120).stats(0);
                    return new double[] {flow.videoReaches(60, 2.5e6) - 60, source.upSwitches() - before};
                });
    }

    SeededScenario randomLoss(double loss, double share, double layers) {
        return new SeededScenario(
                "random loss " + Math.round(loss * 100) + " %, 5 Mbit/s",
                List.of(
                        atLeast("estimate / wish of 2.5, any bitrate", share),
                        atLeast("sent / wish, any bitrate", share),
                        atLeast("mean layer / wish, layers", layers)),
                seed -> lossy(LinkConfig.of(5, QUEUE_MS, DELAY_MS).loss(loss, 1), seed));
    }

    SeededScenario burstLoss() {
        return new SeededScenario(
                "Gilbert 5 %, bursts of 8",
                List.of(
                        atLeast("estimate / wish of 2.5, any bitrate", 1),
                        atLeast("sent / wish, any bitrate", 0.95),
                        atLeast("mean layer / wish, layers", 0.9)),
                seed -> lossy(LinkConfig.of(5, QUEUE_MS, DELAY_MS).loss(0.05, 8), seed));
    }

    private double[] lossy(LinkConfig link, long seed) {
        Network net = subject.network(link, seed);
        net.flow(Source.elastic(2.5), 0);
        FlowStats flow = net.run(120).stats(0);
        Network layers = subject.network(link, seed);
        layers.flow(Source.simulcast(0), 0);
        FlowStats layered = layers.run(120).stats(0);
        return new double[] {
            flow.medianEstimate(20, 120) / 2.5e6, flow.videoBps(20, 120) / 2.5e6, layered.videoBps(20, 120) / 2.5e6
        };
    }

    SeededScenario jitter(double ms) {
        return new SeededScenario(
                "jitter ± " + Math.round(ms) + " ms, no queue",
                List.of(atLeast("sent / wish of 2.5, any bitrate", 0.95), atMost("overuses per 10 s", 0.5)),
                seed -> {
                    Network net = subject.network(
                            LinkConfig.of(50, QUEUE_MS, DELAY_MS).jitter(ms), seed);
                    net.flow(Source.elastic(2.5), 0);
                    FlowStats flow = net.run(120).stats(0);
                    return new double[] {flow.videoBps(20, 120) / 2.5e6, flow.overuses(20, 120) / 10.0};
                });
    }

    SeededScenario policer() {
        return new SeededScenario(
                "policer 1 Mbit/s, 50 kB",
                List.of(
                        atMost("loss, last 60 s", 0.02),
                        atLeast("rate, last 60 s", 0.85),
                        atMost("rate, at most", 1.05)),
                seed -> {
                    Network net = subject.network(
                                    LinkConfig.of(20, QUEUE_MS, DELAY_MS).policer(1e6, 50e3), seed)
                            .withElastic(1);
                    FlowStats flow = net.run(120).stats(0);
                    double rate = flow.receivedBps(60, 120) / 1e6;
                    return new double[] {flow.loss(60, 120), rate, rate};
                });
    }

    SeededScenario bufferbloat() {
        return new SeededScenario(
                "1 Mbit/s, queue 3 s",
                List.of(atMost("queue p95 after 5 s, ms", 80), atLeast("utilisation", 0.85)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(1, 3000, DELAY_MS), seed)
                            .withElastic(1);
                    FlowStats flow = net.run(120).stats(0);
                    return new double[] {flow.queueMs(0.95, 5, 120), flow.receivedBps(5, 120) / 1e6};
                });
    }

    SeededScenario stalls() {
        return new SeededScenario(
                "4 Mbit/s, stalls of 200 ms in 2 s",
                List.of(atLeast("share of the mean rate", 0.75), atMost("queue p95, ms", 230)),
                seed -> {
                    LinkConfig link = LinkConfig.of(4, 500, DELAY_MS)
                            .withRate(ns -> ns % (2 * VirtualTime.SECOND) < 200 * VirtualTime.MS ? 0 : 4e6);
                    FlowStats flow =
                            subject.network(link, seed).withElastic(1).run(120).stats(0);
                    return new double[] {flow.receivedBps(20, 120) / 3.6e6, flow.queueMs(0.95, 5, 120)};
                });
    }

    SeededScenario lostFeedback() {
        return new SeededScenario(
                "feedback loss 30 %, 2 Mbit/s",
                List.of(atLeast("utilisation", 0.8)), seed -> {
                    Network net = subject.network(LinkConfig.of(2, QUEUE_MS, DELAY_MS), seed)
                            .withElastic(1);
                    net.flows.getFirst().loseFeedback(0.3);
                    return new double[] {net.run(120).stats(0).receivedBps(20, 120) / 2e6};
                });
    }

    SeededScenario delayedFeedback() {
        return new SeededScenario(
                "feedback delayed by 500 ms, 2 Mbit/s", List.of(atLeast("utilisation", 0.85)), seed -> {
                    LinkConfig forward = LinkConfig.of(2, QUEUE_MS, DELAY_MS);
                    Network net = subject.network(forward, LinkConfig.of(100, 1000, 530), seed)
                            .withElastic(1);
                    return new double[] {net.run(120).stats(0).receivedBps(20, 120) / 2e6};
                });
    }

    SeededScenario manyReceivers() {
        return new SeededScenario(
                "20 receivers behind 10 Mbit/s",
                List.of(atLeast("sum", 0.8), atMost("sum, at most", 1), atLeast("Jain", 0.8)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(10, QUEUE_MS, DELAY_MS), seed);
                    for (int i = 0; i < 20; i++) {
                        net.flow(Source.elastic(2.5), 0.2 * i);
                    }
                    net.run(120);
                    double sum = net.totalReceivedBps(60, 120) / 10e6;
                    return new double[] {sum, sum, net.fairness(60, 120)};
                });
    }

    SeededScenario routeChange() {
        return new SeededScenario(
                "route change, RTT 50 -> 250 ms",
                List.of(atMost("s below 80 % of before", 2), atLeast("utilisation afterwards", 0.85)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(2, QUEUE_MS, 25), seed)
                            .withElastic(1);
                    net.time.at(60 * VirtualTime.SECOND, () -> {
                        net.forward.setExtraDelayMs(100);
                        net.backward.setExtraDelayMs(100);
                    });
                    FlowStats flow = net.run(120).stats(0);
                    double before = flow.medianEstimate(30, 60);
                    double fell = flow.estimateFalls(60, 0.8 * before);
                    double below =
                            Double.isInfinite(fell) || fell > 65 ? 0 : flow.estimateReaches(fell, 0.8 * before) - fell;
                    return new double[] {below, flow.receivedBps(70, 120) / 2e6};
                });
    }

    /** Nothing passes from 20 to 30 s. */
    SeededScenario deadLink() {
        return new SeededScenario(
                "dead for 10 s",
                List.of(
                        atMost("estimate after 5 s, share of before", 0.25),
                        atMost("s until 80 % of before", 8),
                        atMost("queue p95 afterwards, ms", 100)),
                seed -> {
                    LinkConfig link = LinkConfig.of(2, QUEUE_MS, DELAY_MS).steps(0, 2, 20, 0, 30, 2);
                    FlowStats flow =
                            subject.network(link, seed).withElastic(1).run(60).stats(0);
                    double before = flow.medianEstimate(10, 20);
                    return new double[] {
                        flow.medianEstimate(25, 25.5) / before,
                        flow.estimateReaches(30, 0.8 * before) - 30,
                        flow.queueMs(0.95, 32, 60)
                    };
                });
    }

    /** 500 kbit/s is all that is wanted, with key frames that leave at five times that. */
    SeededScenario keyFramesThenVideo() {
        return new SeededScenario(
                "key frames on 3 Mbit/s, then 720p",
                List.of(atLeast("lowest estimate, Mbit/s", 2), atMost("s until 80 % of the wish", 1)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(3, QUEUE_MS, DELAY_MS), seed);
                    net.flow(Source.keyFrames(0.5, 2.5, 40), 0);
                    FlowStats flow = net.run(60).stats(0);
                    return new double[] {flow.lowestEstimate(5, 40) / 1e6, flow.videoReaches(40, 0.8 * 2.5e6) - 40};
                });
    }

    /** A buffer of 30 ms is full before delays show it: only losses do. */
    SeededScenario shallowQueue() {
        return new SeededScenario(
                "1 Mbit/s, queue 30 ms",
                List.of(atLeast("utilisation", 0.75), atMost("loss", 0.03), atMost("audio lost", 0.02)),
                seed -> {
                    FlowStats flow = subject.network(LinkConfig.of(1, 30, DELAY_MS), seed)
                            .withElastic(1)
                            .run(60)
                            .stats(0);
                    return new double[] {flow.receivedBps(10, 60) / 1e6, flow.loss(5, 60), flow.audioLoss(5, 60)};
                });
    }

    SeededScenario narrowStart() {
        return new SeededScenario(
                "start on 0.5 Mbit/s, wish 2.5",
                List.of(
                        atMost("loss, first 3 s", 0.1),
                        atMost("audio lost, first 3 s", 0.05),
                        atMost("s until the queue is < 100 ms", 3)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(0.5, QUEUE_MS, DELAY_MS), seed);
                    net.flow(Source.elastic(2.5), 0);
                    FlowStats flow = net.run(10).stats(0);
                    return new double[] {flow.loss(0, 3), flow.audioLoss(0, 3), flow.queueAbove(100, 0, 10)};
                });
    }

    /** A screen of 1.5 Mbit/s whose picture stands still from 20 to 50 s. */
    SeededScenario idleScreen() {
        return new SeededScenario(
                "screen on 2 Mbit/s, idle for 30 s",
                List.of(
                        atMost("s until it is back", 1),
                        atMost("queue p95 when it is back, ms", 150),
                        atMost("sent while idle, kbit/s", 120)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(2, QUEUE_MS, DELAY_MS), seed);
                    net.flow(Source.screen(1.5, 20, 50), 0);
                    FlowStats flow = net.run(70).stats(0);
                    return new double[] {
                        flow.videoReaches(50, 1.4e6) - 50, flow.queueMs(0.95, 50, 55), flow.sentBps(25, 50) / 1e3
                    };
                });
    }

    /** A fifth is lost from 20 to 30 s. */
    SeededScenario lossesThatEnd() {
        return new SeededScenario(
                "20 % lost for 10 s, 5 Mbit/s",
                List.of(atMost("sent while losses go on, Mbit/s", 2.2), atMost("s until 80 % of the wish after", 8)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(5, QUEUE_MS, DELAY_MS), seed);
                    net.flow(Source.elastic(2.5), 0);
                    net.run(20);
                    net.forward.setLoss(0.2);
                    net.run(30);
                    net.forward.setLoss(0);
                    FlowStats flow = net.run(60).stats(0);
                    return new double[] {flow.sentBps(25, 30) / 1e6, flow.videoReaches(30, 0.8 * 2.5e6) - 30};
                });
    }
}
