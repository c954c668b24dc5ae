package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.app.Lifecycle.State;
import org.starbridge.bridge.config.ShutdownConfig;

class LifecycleTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong nowNs = new AtomicLong(-5 * SECOND);
    private final AtomicInteger participants = new AtomicInteger(3);
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final Lifecycle lifecycle = new Lifecycle(
            new ShutdownConfig(Duration.ofSeconds(100), 1, Duration.ofSeconds(10), false),
            nowNs::get,
            participants::get,
            refusals::incrementAndGet,
            ends::incrementAndGet);

    private void pass(long seconds) {
        nowNs.addAndGet(seconds * SECOND);
        lifecycle.check();
    }

    @Test
    void itRunsForEverByItself() {
        pass(1_000_000);

        assertThat(lifecycle.state()).isEqualTo(State.RUNNING);
        assertThat(refusals).hasValue(0);
    }

    @Test
    void gracefullyItWaitsUntilFewAreLeftAndThenADelay() {
        lifecycle.shutDownGracefully();
        assertThat(lifecycle.state()).isEqualTo(State.GRACEFUL_SHUTDOWN);
        assertThat(refusals).hasValue(1);
        pass(50);
        assertThat(lifecycle.state()).isEqualTo(State.GRACEFUL_SHUTDOWN);

        participants.set(1);
        pass(1);
        assertThat(lifecycle.state()).isEqualTo(State.SHUTTING_DOWN);
        pass(9);
        assertThat(ends).hasValue(0);
        pass(1);
        pass(1);
        assertThat(ends).hasValue(1);
    }

    @Test
    void aBridgeThatIsBeingClosedShowsThatItShutsDown() {
        lifecycle.onClosing();

        assertThat(lifecycle.state()).isEqualTo(State.SHUTTING_DOWN);
        assertThat(refusals).hasValue(1);
        lifecycle.onClosing();
        assertThat(refusals).hasValue(1);
        assertThat(ends).hasValue(0);
    }

    @Test
    void itDoesNotWaitForEver() {
        lifecycle.shutDownGracefully();

        pass(100);

        assertThat(lifecycle.state()).isEqualTo(State.SHUTTING_DOWN);
    }

    @Test
    void anEmptyBridgeAsksNobody() {
        participants.set(0);

        lifecycle.shutDownGracefully();

        assertThat(lifecycle.state()).isEqualTo(State.SHUTTING_DOWN);
    }

    @Test
    void askedTwiceItDoesNotBeginAnew() {
        lifecycle.shutDownNow();
        pass(9);
        lifecycle.shutDownNow();
        lifecycle.shutDownGracefully();
        pass(1);

        assertThat(ends).hasValue(1);
    }

    @Test
    void drainIsTakenBack() {
        lifecycle.drain(true);
        assertThat(lifecycle.isDraining()).isTrue();
        lifecycle.drain(false);
        assertThat(lifecycle.isDraining()).isFalse();
        assertThat(lifecycle.state()).isEqualTo(State.RUNNING);
    }
}
