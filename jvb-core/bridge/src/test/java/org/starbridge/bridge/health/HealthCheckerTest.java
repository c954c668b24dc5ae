package org.starbridge.bridge.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.health.HealthResult.Status;

class HealthCheckerTest {
    private static final long START_NS = Long.MAX_VALUE - 1_000;

    private long nowNs = START_NS;
    private HealthResult next = HealthResult.healthy();
    private Duration checkTakes = Duration.ZERO;

    private final HealthChecker health = checker(false);

    private HealthChecker checker(boolean sticky) {
        return checker(sticky, _ -> {
            advance(checkTakes);
            return next;
        });
    }

    private static HealthChecker checker(boolean sticky, HealthCheck check) {
        HealthConfig config = new HealthConfig(
                Duration.ofMinutes(1),
                Duration.ofSeconds(90),
                Duration.ofSeconds(3),
                sticky,
                true,
                false,
                false,
                Duration.ofSeconds(10));
        return new HealthChecker(config, List.of(check), START_NS);
    }

    @Test
    void theBridgeIsNotReadyBeforeTheFirstCheckIsComplete() {
        assertThat(health.result(nowNs).status()).isEqualTo(Status.SOFT_FAILURE);
        assertThat(health.result(nowNs).status().httpStatus()).isEqualTo(503);
        assertThat(health.nextDeadlineNs()).isEqualTo(START_NS);
        health.run(() -> nowNs);
        assertThat(health.result(nowNs)).isEqualTo(HealthResult.healthy());
        assertThat(health.result(nowNs).status().httpStatus()).isEqualTo(200);
    }

    @Test
    void theNextCheckIsDueAfterTheInterval() {
        health.run(() -> nowNs);
        assertThat(health.nextDeadlineNs() - nowNs)
                .isEqualTo(Duration.ofMinutes(1).toNanos());
    }

    @Test
    void aFailureKeepsItsKindAndItsSentenceAndPasses() {
        next = HealthResult.hard("The roof burns.");
        health.run(() -> nowNs);
        assertThat(health.result(nowNs)).isEqualTo(new HealthResult(Status.HARD_FAILURE, "The roof burns."));
        assertThat(health.result(nowNs).status().httpStatus()).isEqualTo(500);
        next = HealthResult.soft("Wait.");
        health.run(() -> nowNs);
        assertThat(health.result(nowNs)).isEqualTo(new HealthResult(Status.SOFT_FAILURE, "Wait."));
        next = HealthResult.healthy();
        health.run(() -> nowNs);
        assertThat(health.result(nowNs).isHealthy()).isTrue();
    }

    @Test
    void aResultCountsUntilItIsOlderThanTheTimeout() {
        health.run(() -> nowNs);
        advance(Duration.ofSeconds(90));
        assertThat(health.result(nowNs).isHealthy()).isTrue();
        advance(Duration.ofNanos(1));
        assertThat(health.result(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(health.result(nowNs).sentence()).contains("90 s old");
        health.run(() -> nowNs);
        assertThat(health.result(nowNs).isHealthy()).isTrue();
    }

    @Test
    void aCheckThatTheTimerIsLateForIsMadeByTheRequest() {
        health.run(() -> nowNs);
        next = HealthResult.soft("Wait.");
        advance(Duration.ofSeconds(90));
        health.catchUp(() -> nowNs);
        assertThat(health.result(nowNs).isHealthy()).as("not late yet").isTrue();
        advance(Duration.ofSeconds(1));
        health.catchUp(() -> nowNs);
        assertThat(health.result(nowNs)).isEqualTo(new HealthResult(Status.SOFT_FAILURE, "Wait."));
    }

    @Test
    void aRequestMakesNoSecondRunBesideOneThatDoesNotEnd() {
        List<HealthChecker> itself = new ArrayList<>();
        List<HealthResult> asked = new ArrayList<>();
        HealthChecker checker = checker(false, _ -> {
            itself.forEach(each -> {
                advance(Duration.ofSeconds(91));
                each.catchUp(() -> nowNs);
                asked.add(each.result(nowNs));
            });
            return HealthResult.healthy();
        });
        checker.run(() -> nowNs);
        itself.add(checker);
        checker.run(() -> nowNs);
        assertThat(asked).extracting(HealthResult::sentence).containsExactly("The last health check is 91 s old.");
    }

    @Test
    void aSlowCheckIsAFailure() {
        checkTakes = Duration.ofSeconds(3);
        health.run(() -> nowNs);
        assertThat(health.result(nowNs).isHealthy()).isTrue();
        checkTakes = Duration.ofMillis(3_001);
        health.run(() -> nowNs);
        assertThat(health.result(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(health.result(nowNs).sentence()).contains("3001 ms");
    }

    @Test
    void stickyFailuresStayAfterTheGrace() {
        HealthChecker sticky = checker(true);
        advance(Duration.ofMinutes(5));
        next = HealthResult.hard("Early.");
        sticky.run(() -> nowNs);
        next = HealthResult.healthy();
        sticky.run(() -> nowNs);
        assertThat(sticky.result(nowNs).isHealthy()).isTrue();

        advance(Duration.ofNanos(1));
        next = HealthResult.hard("Late.");
        sticky.run(() -> nowNs);
        next = HealthResult.healthy();
        sticky.run(() -> nowNs);
        assertThat(sticky.result(nowNs)).isEqualTo(new HealthResult(Status.HARD_FAILURE, "Late."));
        advance(Duration.ofSeconds(80));
        sticky.run(() -> nowNs);
        assertThat(sticky.result(nowNs).sentence()).isEqualTo("Late.");
    }

    @Test
    void softFailuresNeverStick() {
        HealthChecker sticky = checker(true);
        advance(Duration.ofMinutes(6));
        next = HealthResult.soft("Wait.");
        sticky.run(() -> nowNs);
        next = HealthResult.healthy();
        sticky.run(() -> nowNs);
        assertThat(sticky.result(nowNs).isHealthy()).isTrue();
    }

    @Test
    void theFirstFailingCheckDecidesAndTheRestIsNotMade() {
        List<String> made = new ArrayList<>();
        HealthChecker several = new HealthChecker(
                BridgeConfig.defaults().operation().health(),
                List.of(
                        _ -> {
                            made.add("first");
                            return HealthResult.healthy();
                        },
                        _ -> {
                            made.add("second");
                            return HealthResult.soft("Second.");
                        },
                        _ -> {
                            made.add("third");
                            return HealthResult.hard("Third.");
                        }),
                START_NS);
        several.run(() -> nowNs);
        assertThat(several.result(nowNs).sentence()).isEqualTo("Second.");
        assertThat(made).containsExactly("first", "second");
    }

    @Test
    void aCheckThatThrowsIsAHardFailure() {
        HealthChecker broken = new HealthChecker(
                BridgeConfig.defaults().operation().health(),
                List.of(_ -> {
                    throw new IllegalStateException("no such luck");
                }),
                START_NS);
        broken.run(() -> nowNs);
        assertThat(broken.result(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(broken.result(nowNs).sentence()).contains("no such luck");
    }

    @Test
    void aBridgeWithoutSocketsIsIll() {
        assertThat(HealthChecks.socketsBound(List::of).check(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(HealthChecks.socketsBound(() -> List.of(new InetSocketAddress(10000)))
                        .check(nowNs)
                        .isHealthy())
                .isTrue();
    }

    @Test
    void aWorkerThatDoesNotTurnIsNoticed() {
        AtomicReference<String> complaint = new AtomicReference<>("");
        HealthCheck alive = HealthChecks.workersAlive(_ -> complaint.get());
        assertThat(alive.check(nowNs).isHealthy()).isTrue();
        complaint.set("Media worker 3 has not responded.");
        assertThat(alive.check(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(alive.check(nowNs).sentence()).contains("worker 3");
    }

    @Test
    void theLastFileDescriptorsAreASoftFailure() {
        AtomicLong open = new AtomicLong(1008);
        HealthCheck left = HealthChecks.fileDescriptorsLeft(open::get, () -> 1024);
        assertThat(left.check(nowNs).isHealthy()).isTrue();
        open.set(1009);
        assertThat(left.check(nowNs).status()).isEqualTo(Status.SOFT_FAILURE);
        assertThat(left.check(nowNs).sentence()).contains("1009 of 1024");
        open.set(-1);
        assertThat(left.check(nowNs).isHealthy()).as("unknown is no failure").isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.1.1",
                "0.0.0.0",
                "::1",
                "fe80::1",
                "fd00::1"
            })
    void privateAddressesAreNotValid(String address) throws UnknownHostException {
        InetAddress only = InetAddress.getByName(address);
        HealthResult result =
                HealthChecks.validAddress(() -> List.of(only), () -> false).check(nowNs);
        assertThat(result.status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(result.sentence()).contains(only.toString()).contains("static-mappings");
    }

    @ParameterizedTest
    @CsvSource({"198.51.100.7", "2001:db8::7", "172.32.0.1"})
    void onePublicAddressIsEnough(String address) throws UnknownHostException {
        List<InetAddress> addresses = List.of(InetAddress.getByName("192.168.1.1"), InetAddress.getByName(address));
        assertThat(HealthChecks.validAddress(() -> addresses, () -> false)
                        .check(nowNs)
                        .isHealthy())
                .isTrue();
    }

    @Test
    void anAddressThatMayComeYetIsNoHardFailure() {
        List<InetAddress> addresses = new ArrayList<>(List.of(InetAddress.ofLiteral("10.1.2.3")));
        AtomicBoolean isAsking = new AtomicBoolean(true);
        HealthCheck check = HealthChecks.validAddress(() -> addresses, isAsking::get);
        assertThat(check.check(nowNs).status()).isEqualTo(Status.SOFT_FAILURE);
        addresses.add(InetAddress.ofLiteral("198.51.100.7"));
        assertThat(check.check(nowNs).isHealthy()).isTrue();
        addresses.removeLast();
        isAsking.set(false);
        assertThat(check.check(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
    }

    @Test
    void whereStunIsRequiredItMustHaveAnswered() {
        AtomicBoolean isAsking = new AtomicBoolean(true);
        AtomicReference<Optional<String>> complaint = new AtomicReference<>(Optional.empty());
        HealthCheck check = HealthChecks.stunAnswered(complaint::get, isAsking::get);
        assertThat(check.check(nowNs).status()).isEqualTo(Status.SOFT_FAILURE);
        isAsking.set(false);
        complaint.set(Optional.of("no STUN server answers"));
        assertThat(check.check(nowNs).status()).isEqualTo(Status.HARD_FAILURE);
        assertThat(check.check(nowNs).sentence()).contains("no STUN server answers");
        complaint.set(Optional.empty());
        assertThat(check.check(nowNs).isHealthy()).isTrue();
    }

    private void advance(Duration by) {
        nowNs += by.toNanos();
    }
}
