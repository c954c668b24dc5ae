package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.SendResult;

/** How an association goes down: RFC 9260 section 9. */
final class ShutdownHandshakeTest {
    private static void assertGone(VirtualLink link) {
        assertThat(link.a.association.state()).isEqualTo(SctpState.CLOSED);
        assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
        assertThat(link.nextEventNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(link.b.host.receiveBytesHeld()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shutdownDeliversEverythingFirst(long seed) {
        VirtualLink link = VirtualLink.connected(seed);
        link.conditions(seed == 1 ? 0 : 0.3, 0.1, Duration.ofMillis(10));
        for (int i = 0; i < 20; i++) {
            link.a.send(0, new byte[5000]);
            link.b.send(0, new byte[3000]);
        }
        link.a.association.shutdown(link.nowNs, link.a);
        assertThat(link.a.send(0, new byte[1])).isEqualTo(SendResult.NOT_CONNECTED);
        link.runUntil(() -> !link.a.ends.isEmpty() && !link.b.ends.isEmpty(), Duration.ofMinutes(5));
        link.run(Duration.ofSeconds(30));
        assertThat(link.b.received).hasSize(20);
        assertThat(link.a.ends).containsExactly(SctpEnd.SHUTDOWN);
        assertThat(link.b.ends).hasSize(1);
        assertGone(link);
    }

    @Test
    void bothShutDownAtOnce() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.association.shutdown(link.nowNs, link.a);
        link.b.association.shutdown(link.nowNs, link.b);
        link.run(Duration.ofSeconds(10));
        assertThat(link.a.ends).containsExactly(SctpEnd.SHUTDOWN);
        assertThat(link.b.ends).containsExactly(SctpEnd.SHUTDOWN);
        assertGone(link);
    }

    @Test
    void shutdownOfAPeerThatIsGoneEnds() {
        VirtualLink link = VirtualLink.connected(1);
        link.b.isMute = true;
        link.a.association.shutdown(link.nowNs, link.a);
        link.run(Duration.ofSeconds(25));
        assertThat(link.a.ends).containsExactly(SctpEnd.TIMED_OUT);
        assertThat(link.a.association.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void abortEndsBothAtOnce() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.send(0, new byte[50_000]);
        link.a.association.abort(link.a);
        link.run(Duration.ofSeconds(1));
        assertThat(link.a.ends).containsExactly(SctpEnd.ABORTED);
        assertThat(link.b.ends).containsExactly(SctpEnd.ABORTED_BY_PEER);
        assertGone(link);
    }

    @Test
    void anAssociationComesUpAgainAfterItsEnd() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.association.abort(link.a);
        link.run(Duration.ofSeconds(1));
        link.a.connect();
        link.runUntil(() -> link.a.connected == 2 && link.b.connected == 2, Duration.ofSeconds(5));
        link.a.send(0, new byte[10]);
        link.run(Duration.ofSeconds(1));
        assertThat(link.b.received).hasSize(1);
    }

    @Test
    void whatComesAfterTheEndIsAnsweredWithAbort() {
        VirtualLink link = VirtualLink.connected(1);
        link.b.isMute = true;
        link.b.association.abort(link.b);
        link.b.isMute = false;
        link.a.send(0, new byte[10]);
        link.run(Duration.ofSeconds(1));
        assertThat(link.b.count(SctpDropReason.OUT_OF_THE_BLUE)).isEqualTo(1);
        assertThat(link.a.ends).containsExactly(SctpEnd.ABORTED_BY_PEER);
    }
}
