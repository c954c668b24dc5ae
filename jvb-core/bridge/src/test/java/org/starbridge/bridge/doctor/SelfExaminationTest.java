package org.starbridge.bridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.app.FreePorts;

class SelfExaminationTest {
    @Test
    void keepsWhatIsNotAsItShouldBe() throws Exception {
        try (SelfExamination self = SelfExamination.begin(List.of(
                new Examination("a", () -> Finding.ok("fine")),
                new Examination("b", () -> Finding.warning("slow", "buy another")),
                new Examination("c", () -> Finding.error("gone", "bring it back"))))) {
            self.await();
            assertThat(self.errors()).isEqualTo(1);
            assertThat(self.warnings()).isEqualTo(1);
            assertThat(self.view())
                    .containsExactly(
                            Map.of("level", "warning", "about", "b", "text", "slow", "advice", "buy another"),
                            Map.of("level", "error", "about", "c", "text", "gone", "advice", "bring it back"));
        }
    }

    @Test
    void aMachineWithoutAddressIsAnError() throws Exception {
        NetworkExaminations network = new NetworkExaminations(FreePorts.config(), null);
        assertThat(network.judge(List.of()).verdict()).isEqualTo(Finding.Verdict.ERROR);
        assertThat(network.judge(List.of()).found()).startsWith("no client outside this machine can reach the bridge");
        assertThat(network.judge(List.of(InetAddress.getByName("10.1.2.3"))).verdict())
                .isEqualTo(Finding.Verdict.WARNING);
        assertThat(network.judge(List.of(InetAddress.getByName("203.0.113.7"))).verdict())
                .isEqualTo(Finding.Verdict.OK);
    }
}
