package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.plan.ConferencePlan;

/** Plans are dear to carry out, and a wave of joining endpoints makes many. */
class PlanCommandsTest {
    private final SimulatedBridge bridge = new SimulatedBridge(20261121, 1);
    private final MediaWorker worker = bridge.workers.workers().getFirst();

    @AfterEach
    void close() {
        bridge.close();
    }

    @Test
    void plansThatANewerOneHasOvertakenAreLeftOut() {
        for (int i = 0; i < 2; i++) {
            bridge.join("client" + i, SimulatedBridge.audio(1000 + i));
        }
        worker.doWork(bridge.clock.nowNs());
        assertThat(worker.commands().isEmpty())
                .as("one plan ends a turn's commands, so only one was carried out")
                .isTrue();
        assertThat(worker.tables().plans()).isEqualTo(1);
        assertThat(bridge.connectAll()).isTrue();
    }

    @Test
    void betweenTwoPlansTheWorkerLooksAtItsPackets() {
        bridge.join("client", SimulatedBridge.audio(1000));
        worker.commands().offer(() -> worker.onPlan(new ConferencePlan("another", 1, List.of())));
        worker.doWork(bridge.clock.nowNs());
        assertThat(worker.commands().isEmpty()).isFalse();
        worker.doWork(bridge.clock.nowNs());
        assertThat(worker.commands().isEmpty()).isTrue();
    }
}
