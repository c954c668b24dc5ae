package org.starbridge.bandwidth.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A forward and a backward link, and the flows on them. */
final class Network {
    final VirtualTime time = new VirtualTime();
    final Link forward;
    final Link backward;
    final List<MediaFlow> flows = new ArrayList<>();
    private final long seed;
    private Supplier<Controller> controllers = Subject.BRIDGE.controllers();

    Network(LinkConfig forward, LinkConfig backward, long seed) {
        this.seed = seed * 1000;
        this.forward = new Link(time, forward, this.seed + 1);
        this.backward = new Link(time, backward, this.seed + 2);
    }

    /** A good way back with the same delay. */
    Network(LinkConfig forward, long seed) {
        this(forward, LinkConfig.of(100, 1000, forward.delayMs()), seed);
    }

    /** Its next flows are controlled by others than the bridge's estimator. */
    Network controlledBy(Supplier<Controller> others) {
        controllers = others;
        return this;
    }

    MediaFlow flow(Source source, double startSecond) {
        return flow(source, startSecond, backward);
    }

    /** So many flows that can send any bitrate up to 4 Mbit/s. */
    Network withElastic(int count) {
        for (int i = 0; i < count; i++) {
            flow(Source.elastic(4), 0);
        }
        return this;
    }

    /** A flow that has a way back of its own. */
    MediaFlow flow(Source source, double startSecond, Link ownBackward) {
        long flowSeed = seed + 10 + flows.size();
        MediaFlow flow =
                new MediaFlow(time, forward, ownBackward, source, controllers.get(), flowSeed).startAt(startSecond);
        flows.add(flow);
        return flow;
    }

    Network run(double seconds) {
        time.runUntil((long) (seconds * 1e9));
        return this;
    }

    FlowStats stats(int flow) {
        return flows.get(flow).stats();
    }

    double totalReceivedBps(double from, double to) {
        return flows.stream()
                .mapToDouble(flow -> flow.stats().receivedBps(from, to))
                .sum();
    }

    /** Jain's fairness index of what the flows received: 1 is equal shares. */
    double fairness(double from, double to) {
        double sum = 0;
        double squares = 0;
        for (MediaFlow flow : flows) {
            double bps = flow.stats().receivedBps(from, to);
            sum += bps;
            squares += bps * bps;
        }
        return sum * sum / (flows.size() * squares);
    }
}
