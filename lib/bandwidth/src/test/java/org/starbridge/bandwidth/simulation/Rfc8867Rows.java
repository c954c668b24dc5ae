package org.starbridge.bandwidth.simulation;

import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.List;
import java.util.Random;
import org.starbridge.testkit.SeededScenario;

/** The test cases of RFC 8867, section 5. */
final class Rfc8867Rows {
    private static final double RFC_DELAY_MS = 50;
    private static final double RFC_QUEUE_MS = 300;

    private final Subject subject;

    Rfc8867Rows(Subject subject) {
        this.subject = subject;
    }

    List<SeededScenario> all() {
        return List.of(
                variableCapacity(),
                twoFlows(),
                congestedFeedback(),
                threeFlows(),
                roundTripFairness(),
                longTcp(),
                shortTcp(),
                pauseAndResume());
    }

    SeededScenario variableCapacity() {
        return new SeededScenario(
                "RFC 8867 5.1 variable capacity",
                List.of(
                        atLeast("least utilisation of a plateau", 0.85),
                        atMost("s until <= 0.66 after 2.5 -> 0.6", 1),
                        atMost("queue p95 outside of drops, ms", 80),
                        atMost("loss", 0.01)),
                seed -> {
                    Network net = subject.network(
                                    LinkConfig.of(1, RFC_QUEUE_MS, RFC_DELAY_MS)
                                            .steps(0, 1.0, 40, 2.5, 60, 0.6, 80, 1.0),
                                    seed)
                            .withElastic(1)
                            .run(100);
                    FlowStats flow = net.stats(0);
                    double utilisation = least(
                            flow.receivedBps(10, 40) / 1e6,
                            flow.receivedBps(50, 60) / 2.5e6,
                            flow.receivedBps(70, 80) / 0.6e6,
                            flow.receivedBps(90, 100) / 1e6);
                    double queue = Math.max(
                            flow.queueMs(0.95, 3, 60),
                            Math.max(flow.queueMs(0.95, 63, 80), flow.queueMs(0.95, 80, 100)));
                    return new double[] {utilisation, flow.estimateFalls(60, 0.66e6) - 60, queue, flow.loss(0, 100)};
                });
    }

    SeededScenario twoFlows() {
        return new SeededScenario(
                "RFC 8867 5.2 two flows",
                List.of(
                        atLeast("least Jain of plateaus, last 15 s", 0.9),
                        atLeast("least utilisation, last 15 s", 0.8),
                        atMost("loss", 0.01)),
                seed -> {
                    Network net = subject.network(
                                    LinkConfig.of(1, RFC_QUEUE_MS, RFC_DELAY_MS)
                                            .steps(0, 4, 25, 2, 50, 3.5, 75, 1, 100, 2),
                                    seed)
                            .withElastic(2)
                            .run(125);
                    double[] capacity = {4e6, 2e6, 3.5e6, 1e6, 2e6};
                    double jain = 1;
                    double utilisation = 1;
                    for (int i = 0; i < capacity.length; i++) {
                        jain = Math.min(jain, net.fairness(25 * i + 10, 25 * i + 25));
                        utilisation =
                                Math.min(utilisation, net.totalReceivedBps(25 * i + 10, 25 * i + 25) / capacity[i]);
                    }
                    double loss =
                            Math.max(net.stats(0).loss(0, 125), net.stats(1).loss(0, 125));
                    return new double[] {jain, utilisation, loss};
                });
    }

    SeededScenario congestedFeedback() {
        return new SeededScenario(
                "RFC 8867 5.3 congested feedback", List.of(atLeast("share of capacity, feedback full", 0.65)), seed -> {
                    Network net = subject.network(
                            LinkConfig.of(1, RFC_QUEUE_MS, RFC_DELAY_MS).steps(0, 2, 20, 1, 40, 0.5, 60, 2),
                            LinkConfig.of(1, RFC_QUEUE_MS, RFC_DELAY_MS).steps(0, 2, 35, 0.8, 70, 2),
                            seed);
                    // What fills the way back from 35 to 70 s, by 10 %: the reports are queued, and some are lost.
                    net.time.every(12 * VirtualTime.MS, () -> {
                        if (net.time.seconds() > 35 && net.time.seconds() < 70) {
                            net.backward.send(1320, _ -> {}, () -> {});
                        }
                    });
                    net.withElastic(1).run(100);
                    FlowStats flow = net.stats(0);
                    return new double[] {
                        least(
                                flow.receivedBps(36, 40) / 1e6,
                                flow.receivedBps(45, 60) / 0.5e6,
                                flow.receivedBps(65, 70) / 2e6)
                    };
                });
    }

    SeededScenario threeFlows() {
        return new SeededScenario(
                "RFC 8867 5.4 three flows",
                List.of(atLeast("Jain 20 s after the last start", 0.85), atLeast("utilisation", 0.8)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(3.5, RFC_QUEUE_MS, RFC_DELAY_MS), seed);
                    for (int i = 0; i < 3; i++) {
                        net.flow(Source.elastic(4), 20 * i);
                    }
                    net.run(120);
                    return new double[] {net.fairness(60, 120), net.totalReceivedBps(60, 120) / 3.5e6};
                });
    }

    SeededScenario roundTripFairness() {
        return new SeededScenario(
                "RFC 8867 5.5 RTT fairness", List.of(atLeast("least share of the fair one", 0.4)), seed -> {
                    Network net = subject.network(LinkConfig.of(4, RFC_QUEUE_MS, 5), seed);
                    double[] delaysMs = {10, 25, 50, 100, 150};
                    for (int i = 0; i < delaysMs.length; i++) {
                        // The whole round trip's delay is on the way back, which is not shared.
                        Link back = new Link(net.time, LinkConfig.of(100, 1000, 2 * delaysMs[i] - 5), seed + i);
                        net.flow(Source.elastic(4), i, back);
                    }
                    net.run(160);
                    double fair = 4e6 / 5;
                    double[] shares = new double[delaysMs.length];
                    for (int i = 0; i < shares.length; i++) {
                        shares[i] = net.stats(i).receivedBps(60, 160) / fair;
                    }
                    return new double[] {least(shares)};
                });
    }

    SeededScenario longTcp() {
        return new SeededScenario(
                "RFC 8867 5.6 long TCP, 300 ms",
                List.of(
                        atLeast("share of capacity", 0.2),
                        atLeast("TCP's share", 0.2),
                        atLeast("lowest estimate, kbit/s", 50)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(2, RFC_QUEUE_MS, RFC_DELAY_MS), seed)
                            .withElastic(1);
                    TcpFlow tcp = new TcpFlow(net.time, net.forward, net.backward);
                    net.time.at(10 * VirtualTime.SECOND, () -> tcp.transfer(Long.MAX_VALUE));
                    net.run(120);
                    FlowStats flow = net.stats(0);
                    return new double[] {
                        flow.receivedBps(30, 120) / 2e6,
                        tcp.receivedBytes() * 8 / 110.0 / 2e6,
                        flow.lowestEstimate(10, 120) / 1e3
                    };
                });
    }

    SeededScenario shortTcp() {
        return new SeededScenario("RFC 8867 5.7 short TCPs", List.of(atLeast("share of capacity", 0.5)), seed -> {
            Network net = subject.network(LinkConfig.of(2, RFC_QUEUE_MS, RFC_DELAY_MS), seed)
                    .withElastic(1);
            Random random = new Random(seed);
            for (int i = 0; i < 10; i++) {
                startTransfers(net, new TcpFlow(net.time, net.forward, net.backward), random);
            }
            net.run(120);
            return new double[] {net.stats(0).receivedBps(10, 120) / 2e6};
        });
    }

    private static void startTransfers(Network net, TcpFlow tcp, Random random) {
        long pauseNs = (long) (-Math.log(1 - random.nextDouble()) * 10e9);
        net.time.after(pauseNs, () -> {
            tcp.transfer(20 + random.nextInt(14));
            startTransfers(net, tcp, random);
        });
    }

    SeededScenario pauseAndResume() {
        return new SeededScenario(
                "RFC 8867 5.8 pause and resume", List.of(atLeast("share of the fair one, 5-20 s later", 0.8)), seed -> {
                    Network net = subject.network(LinkConfig.of(3.5, RFC_QUEUE_MS, RFC_DELAY_MS), seed)
                            .withElastic(3);
                    net.time.at(
                            40 * VirtualTime.SECOND, () -> net.flows.getFirst().setPaused(true));
                    net.time.at(
                            60 * VirtualTime.SECOND, () -> net.flows.getFirst().setPaused(false));
                    net.run(90);
                    return new double[] {net.stats(0).receivedBps(65, 80) / (3.5e6 / 3)};
                });
    }

    private static double least(double... values) {
        double least = Double.POSITIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
        }
        return least;
    }
}
