package org.starbridge.bandwidth.simulation;

import static org.starbridge.testkit.SeededScenario.Figure.atLeast;
import static org.starbridge.testkit.SeededScenario.Figure.atMost;

import java.util.List;
import java.util.Random;
import org.starbridge.testkit.SeededScenario;

/**
 * Cellular and Wi-Fi links after RFC 8869, cellular traces, TCP beside, and values of the scenarios in libwebrtc's own
 * tests of its congestion controller.
 */
final class WiderRows {
    private static final double DELAY_MS = 30;
    private static final double QUEUE_MS = 300;

    private final Subject subject;

    WiderRows(Subject subject) {
        this.subject = subject;
    }

    List<SeededScenario> all() {
        return List.of(
                transfersBeside(1, 0.25),
                transfersBeside(2, 0.15),
                bbrBeside(),
                usersComeAndGo(),
                radioChanges(),
                contendingStations(),
                cellularTraces(),
                capacityOfLibwebrtc(),
                pauseOfLibwebrtc(),
                lossOfLibwebrtc(),
                tcpOfLibwebrtc());
    }

    /** From 10 to 60 s. */
    SeededScenario transfersBeside(int count, double share) {
        return new SeededScenario(
                count + " CUBIC beside, 2 Mbit/s",
                List.of(
                        atLeast("share of capacity", share),
                        atLeast("lowest estimate, kbit/s", 100),
                        atMost("audio lost", 0.03),
                        atMost("queue p95, 3 s after, ms", 80),
                        atLeast("utilisation, 5 s after", 0.8)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(2, QUEUE_MS, DELAY_MS), seed)
                            .withElastic(1)
                            .run(10);
                    for (int i = 0; i < count; i++) {
                        TcpFlow tcp = new TcpFlow(TcpFlow.Kind.CUBIC, net.time, net.forward, net.backward);
                        tcp.transfer(Long.MAX_VALUE);
                        net.time.at(60 * VirtualTime.SECOND, tcp::stop);
                    }
                    FlowStats flow = net.run(80).stats(0);
                    return new double[] {
                        flow.receivedBps(20, 60) / 2e6,
                        flow.lowestEstimate(10, 60) / 1e3,
                        flow.audioLoss(10, 60),
                        flow.queueMs(0.95, 63, 80),
                        flow.receivedBps(65, 80) / 2e6
                    };
                });
    }

    /** From 10 to 60 s; a BBR does not yield to losses, and keeps a queue of one round trip. */
    SeededScenario bbrBeside() {
        return new SeededScenario(
                "1 BBR beside, 2 Mbit/s",
                List.of(
                        atLeast("share of capacity", 0.15),
                        atLeast("lowest estimate, kbit/s", 100),
                        atMost("audio lost", 0.03),
                        atMost("queue p95, 3 s after, ms", 80),
                        atLeast("TCP's share", 0.2)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(2, QUEUE_MS, DELAY_MS), seed)
                            .withElastic(1)
                            .run(10);
                    BbrFlow bbr = new BbrFlow(net.time, net.forward, net.backward);
                    bbr.start();
                    net.time.at(60 * VirtualTime.SECOND, bbr::stop);
                    FlowStats flow = net.run(80).stats(0);
                    return new double[] {
                        flow.receivedBps(20, 60) / 2e6,
                        flow.lowestEstimate(10, 60) / 1e3,
                        flow.audioLoss(10, 60),
                        flow.queueMs(0.95, 63, 80),
                        bbr.receivedBytes() * 8 / 50.0 / 2e6
                    };
                });
    }

    /** Other users take their share of a cell while they are there: each for 10 s in the mean, one comes each 5 s. */
    SeededScenario usersComeAndGo() {
        return new SeededScenario(
                "RFC 8869 cellular, users come and go",
                List.of(atLeast("utilisation", 0.75), atMost("queue p95, ms", 120), atMost("loss", 0.02)),
                seed -> {
                    Random random = new Random(seed);
                    double[] rates = new double[600];
                    int users = 1;
                    for (int i = 0; i < rates.length; i++) {
                        users += random.nextDouble() < 0.02 ? 1 : 0;
                        users -= random.nextDouble() < 0.01 * users ? 1 : 0;
                        rates[i] = 5e6 / (1 + Math.max(0, users));
                    }
                    return overTrace(rates, 4e6, seed);
                });
    }

    /** Fading at 30 km/h: the mean changes within seconds, the rate of each 100 ms varies around it. */
    SeededScenario radioChanges() {
        return new SeededScenario(
                "RFC 8869 cellular, 30 km/h",
                List.of(atLeast("utilisation", 0.6), atMost("queue p95, ms", 150), atMost("loss", 0.02)),
                seed -> {
                    Random random = new Random(seed);
                    double[] rates = new double[600];
                    double slow = 0;
                    for (int i = 0; i < rates.length; i++) {
                        slow = 0.97 * slow + 0.12 * random.nextGaussian();
                        rates[i] = 2.5e6 * Math.exp(slow) * (0.7 + 0.6 * random.nextDouble());
                    }
                    return overTrace(rates, 4e6, seed);
                });
    }

    /** A recorded trace of a link, for example those that come with Mahimahi. */
    SeededScenario recorded(String name, double[] rates) {
        return new SeededScenario(
                "trace " + name,
                List.of(atLeast("utilisation", 0.65), atMost("queue p95, ms", 150), atMost("loss", 0.03)),
                seed -> overTrace(rates, 4e6, seed));
    }

    private double[] overTrace(double[] rates, double wishBps, long seed) {
        LinkConfig link = LinkConfig.of(1, QUEUE_MS, DELAY_MS).withRate(CellularTraces.link(rates));
        FlowStats flow = subject.network(link, seed).withElastic(1).run(60).stats(0);
        return new double[] {
            flow.receivedBps(5, 60) / CellularTraces.carriedBps(rates, wishBps, 5, 60),
            flow.queueMs(0.95, 5, 60),
            flow.loss(5, 60)
        };
    }

    /** One to four stations contend, and packets leave an access point in bursts. */
    SeededScenario contendingStations() {
        return new SeededScenario(
                "RFC 8869 Wi-Fi, 1 to 4 stations contend",
                List.of(atLeast("least utilisation of a step", 0.75), atMost("queue p95, ms", 120)),
                seed -> {
                    LinkConfig link = LinkConfig.of(1, QUEUE_MS, 10)
                            .withRate(ns -> {
                                long second = ns / VirtualTime.SECOND;
                                int stations = 1 + (int) (second / 20 % 4);
                                // Of each 20 ms the access point serves the others first.
                                boolean isOthers =
                                        ns % (20 * VirtualTime.MS) < 20 * VirtualTime.MS * (stations - 1) / stations;
                                return isOthers ? 0 : 6e6;
                            })
                            .jitter(5);
                    FlowStats flow =
                            subject.network(link, seed).withElastic(1).run(80).stats(0);
                    return new double[] {
                        Math.min(
                                Math.min(flow.receivedBps(5, 20) / 4e6, flow.receivedBps(25, 40) / 3e6),
                                Math.min(flow.receivedBps(45, 60) / 2e6, flow.receivedBps(65, 80) / 1.5e6)),
                        flow.queueMs(0.95, 5, 80)
                    };
                });
    }

    SeededScenario cellularTraces() {
        return new SeededScenario(
                "ten cellular traces",
                List.of(
                        atLeast("utilisation, mean", 0.65),
                        atLeast("utilisation, least", 0.5),
                        atMost("queue p95, mean, ms", 200),
                        atMost("loss, mean", 0.03)),
                seed -> {
                    double[] sums = new double[3];
                    double least = Double.POSITIVE_INFINITY;
                    for (int i = 0; i < CellularTraces.COUNT; i++) {
                        double[] of = overTrace(CellularTraces.rates(i), 4e6, seed);
                        least = Math.min(least, of[0]);
                        for (int figure = 0; figure < sums.length; figure++) {
                            sums[figure] += of[figure] / CellularTraces.COUNT;
                        }
                    }
                    return new double[] {sums[0], least, sums[1], sums[2]};
                });
    }

    /** UpdatesTargetRateBasedOnLinkCapacity expects 450 ± 100, 750 ± 150 and 90 ± 25 kbit/s. */
    SeededScenario capacityOfLibwebrtc() {
        return new SeededScenario(
                "libwebrtc: 500, 800, 100 kbit/s",
                List.of(atMost("distance / tolerance, 500", 1), atMost("800", 1), atMost("100", 1)),
                seed -> {
                    LinkConfig link = LinkConfig.of(0.5, QUEUE_MS, 100).steps(0, 0.5, 25, 0.8, 45, 0.1);
                    Network net = subject.network(link, seed).withElastic(1);
                    net.time.at(45 * VirtualTime.SECOND, () -> {
                        net.forward.setExtraDelayMs(100);
                        net.backward.setExtraDelayMs(100);
                    });
                    FlowStats flow = net.run(95).stats(0);
                    return new double[] {
                        Math.abs(flow.medianEstimate(22, 25) - 450e3) / 100e3,
                        Math.abs(flow.medianEstimate(42, 45) - 750e3) / 150e3,
                        Math.abs(flow.medianEstimate(92, 95) - 90e3) / 25e3
                    };
                });
    }

    /** CongestionWindowPushbackOnNetworkDelay: below 40 kbit/s 3 s after a link of 1 Mbit/s stands still. */
    SeededScenario pauseOfLibwebrtc() {
        return new SeededScenario(
                "libwebrtc: 1 Mbit/s stands still",
                List.of(atMost("estimate after 3 s, kbit/s", 40), atLeast("utilisation, 5 s after it goes on", 0.75)),
                seed -> {
                    LinkConfig link = LinkConfig.of(1, QUEUE_MS, 100).steps(0, 1, 10, 0, 20, 1);
                    FlowStats flow =
                            subject.network(link, seed).withElastic(1).run(40).stats(0);
                    return new double[] {flow.medianEstimate(13, 13.2) / 1e3, flow.receivedBps(25, 40) / 1e6};
                });
    }

    /** LossBasedControlDoesModestBackoffToHighLoss: above 500 kbit/s with 10 % of losses. */
    SeededScenario lossOfLibwebrtc() {
        return new SeededScenario(
                "libwebrtc: 10 % loss, 10 Mbit/s",
                List.of(atLeast("estimate, kbit/s", 500)), seed -> {
                    Network net =
                            subject.network(LinkConfig.of(10, QUEUE_MS, 100).loss(0.1, 1), seed);
                    return new double[] {net.withElastic(1).run(60).stats(0).medianEstimate(30, 60) / 1e3};
                });
    }

    /** IsFairToTCP: above 70 kbit/s beside a transfer on 1 Mbit/s. */
    SeededScenario tcpOfLibwebrtc() {
        return new SeededScenario(
                "libwebrtc: TCP beside, 1 Mbit/s",
                List.of(atLeast("estimate, kbit/s", 70), atLeast("TCP's share", 0.2)),
                seed -> {
                    Network net = subject.network(LinkConfig.of(1, QUEUE_MS, 50), seed)
                            .withElastic(1);
                    TcpFlow tcp = new TcpFlow(net.time, net.forward, net.backward);
                    tcp.transfer(Long.MAX_VALUE);
                    FlowStats flow = net.run(60).stats(0);
                    return new double[] {flow.medianEstimate(10, 60) / 1e3, tcp.receivedBytes() * 8 / 60.0 / 1e6};
                });
    }
}
