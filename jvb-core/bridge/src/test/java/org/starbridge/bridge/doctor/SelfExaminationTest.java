package org.starbridge.bridge.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.health.HealthCheck;
import org.starbridge.bridge.health.HealthChecks;
import org.starbridge.bridge.health.HealthConfig;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.observation.FocusLog;

class SelfExaminationTest {
    @Test
    void keepsWhatIsNotAsItShouldBe() throws Exception {
        try (SelfExamination self = new SelfExamination(
                List.of(
                        new Examination("a", () -> Finding.ok("fine")),
                        new Examination("b", () -> Finding.warning("slow", "buy another")),
                        new Examination("c", () -> Finding.error("gone", "bring it back"))),
                Duration.ZERO)) {
            self.begin();
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
    void whatKeepsClientsAwayIsExaminedUntilItIsGone() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        try (SelfExamination self = new SelfExamination(
                List.of(new Examination(
                        NetworkExaminations.REACHABILITY,
                        () -> looks.incrementAndGet() < 3
                                ? Finding.error("no address", "give it one")
                                : Finding.ok("203.0.113.7"))),
                Duration.ZERO)) {
            HealthCheck check = HealthChecks.reachable(self::unreachable);
            assertThat(check.check(0).isHealthy()).isTrue(); // not known yet
            self.begin();
            self.await();
            assertThat(looks).hasValue(3);
            assertThat(check.check(0).isHealthy()).isTrue();
        }
    }

    @Test
    void aBridgeThatNoClientReachesIsUnhealthyWhereThatIsConfigured() throws Exception {
        try (SelfExamination self = new SelfExamination(
                List.of(new Examination(
                        NetworkExaminations.REACHABILITY, () -> Finding.error("no address", "give it one"))),
                Duration.ofDays(1))) {
            HealthCheck check = HealthChecks.reachable(self::unreachable);
            self.begin();
            while (self.errors() == 0) {
                Thread.onSpinWait();
            }
            assertThat(check.check(0).sentence()).isEqualTo("Unreachable: no address.");
        }
        assertThat(HealthConfig.DEFAULT.unhealthyIfUnreachable()).isFalse();
    }

    @Test
    void theDoctorNamesTheFocusAndItsLastAnswer() {
        FocusLog focuses = new FocusLog(InstantSource.system());
        assertThat(finding(focuses).verdict()).isEqualTo(Finding.Verdict.WARNING);
        focuses.carriedOut("xmpp", "focus@auth.example.org/focus", "m1");
        assertThat(finding(focuses).found()).contains("focus@auth.example.org/focus", "m1", "answer: ok");
        focuses.refused("rest", "", "m2", "conference m2 is not known");
        assertThat(finding(focuses).found()).startsWith("rest ").endsWith("answer: conference m2 is not known");
        assertThat(finding(focuses).verdict()).isEqualTo(Finding.Verdict.WARNING);
    }

    private static Finding finding(FocusLog focuses) {
        return FocusExamination.judge(Json.tree(Json.write(Map.of("focuses", focuses.view()))));
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
