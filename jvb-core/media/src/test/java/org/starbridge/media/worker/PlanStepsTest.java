package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.muted;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Stream;

/** A plan is carried out as far as it differs from the one before; whatever happened before, it means what it says. */
class PlanStepsTest {
    private static final int STEPS = 120;
    private static final int MAX_CLIENTS = 7;
    private static final long LATER_NS = 100_000_000;
    private static final int TURNS = 10;

    private int nextName;
    private int nextSsrc = 1000;

    private void join(SimulatedBridge bridge) {
        int ssrc = nextSsrc++;
        bridge.join("c" + nextName++, audio(ssrc)).addStream(ssrc, OPUS, 7 * ssrc & 0xffff);
        assertThat(bridge.connectAll()).isTrue();
    }

    private static String anyone(SimulatedBridge bridge, Random random) {
        List<String> names = List.copyOf(bridge.clients.keySet());
        return names.get(random.nextInt(names.size()));
    }

    private static Stream sent(SimulatedBridge bridge, String name) {
        return Objects.requireNonNull(bridge.streams.get(name)).getFirst();
    }

    private void change(SimulatedBridge bridge, Random random) {
        String name = anyone(bridge, random);
        switch (random.nextInt(5)) {
            case 0 -> {
                if (bridge.clients.size() < MAX_CLIENTS) {
                    join(bridge);
                }
            }
            case 1 -> {
                if (bridge.clients.size() > 2) {
                    bridge.targets.remove(name);
                    bridge.leave(name);
                }
            }
            case 2 -> {
                Stream stream = sent(bridge, name);
                bridge.declare(name, stream.muted() ? audio(stream.ssrc()) : muted(stream));
            }
            case 3 -> {
                int ssrc = nextSsrc++; // declared again under another SSRC
                bridge.declare(name, audio(ssrc));
                Objects.requireNonNull(bridge.clients.get(name)).addStream(ssrc, OPUS, 5);
            }
            default -> {
                Map<Integer, Integer> targets = new HashMap<>(bridge.targets.getOrDefault(name, Map.of()));
                int ssrc = sent(bridge, anyone(bridge, random)).ssrc();
                if (targets.remove(ssrc) == null) {
                    targets.put(ssrc, ForwardingTable.SUSPENDED);
                }
                bridge.targets.put(name, targets);
                bridge.publish();
            }
        }
    }

    private static int heard(SimulatedClient client, int ssrc) {
        return client.payloads.getOrDefault(ssrc, Map.of()).size();
    }

    /** Everybody says something; exactly those hear it who are to. */
    private static void check(SimulatedBridge bridge, String when) {
        Map<String, Integer> before = new HashMap<>();
        for (SimulatedClient from : bridge.clients.values()) {
            int ssrc = sent(bridge, from.name).ssrc();
            bridge.clients.values().forEach(to -> before.put(to.name + "/" + ssrc, heard(to, ssrc)));
            from.send(Objects.requireNonNull(from.sent.get(ssrc)), new byte[40], true);
        }
        for (int i = 0; i < TURNS; i++) { // from worker to worker
            bridge.run(LATER_NS / TURNS);
        }
        for (SimulatedClient from : bridge.clients.values()) {
            Stream stream = sent(bridge, from.name);
            for (SimulatedClient to : bridge.clients.values()) {
                boolean isWanted = to != from
                        && !stream.muted()
                        && !bridge.targets.getOrDefault(to.name, Map.of()).containsKey(stream.ssrc());
                int more = heard(to, stream.ssrc()) - Objects.requireNonNull(before.get(to.name + "/" + stream.ssrc()));
                assertThat(more)
                        .as("%s: of %s's %d to %s", when, from.name, stream.ssrc(), to.name)
                        .isEqualTo(isWanted ? 1 : 0);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "1, 3", "2, 4", "2, 5", "3, 6"})
    void whateverCameBeforeExactlyThoseHearItWhoAreTo(int workers, long seed) {
        try (SimulatedBridge bridge = new SimulatedBridge(seed, workers)) {
            Random random = new Random(seed);
            join(bridge);
            join(bridge);
            for (int step = 0; step < STEPS; step++) {
                for (int i = random.nextInt(3); i >= 0; i--) { // several at a time: plans that a newer one overtakes
                    change(bridge, random);
                }
                bridge.run(LATER_NS);
                check(bridge, "seed %d, step %d".formatted(seed, step));
            }
        }
    }
}
