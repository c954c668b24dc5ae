package org.starbridge.bridge.nat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StunMappingTest {
    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress OUTSIDE = InetAddress.ofLiteral("203.0.113.7");
    private static final StunMapping.Timing PATIENT = new StunMapping.Timing(Duration.ofSeconds(4), 4);
    private static final StunMapping.Timing BRIEF = new StunMapping.Timing(Duration.ofMillis(20), 2);

    private static StunMapping mapping(StunMapping.Timing timing, List<InetAddress> locals, String... servers) {
        return new StunMapping(Stream.of(servers).map(StunServer::parse).toList(), () -> locals, new Random(1), timing);
    }

    @Test
    void takesTheAddressThatTheServerSawAndNotThePort() throws Exception {
        try (FakeStunServer server = FakeStunServer.behindNat("203.0.113.7", 61234)) {
            assertThat(mapping(PATIENT, List.of(HERE), server.hostAndPort()).ask())
                    .contains(Map.of(HERE, OUTSIDE));
        }
    }

    @Test
    void asksTheNextServerWhenOneIsSilent() throws Exception {
        try (FakeStunServer silent = FakeStunServer.silent();
                FakeStunServer server = FakeStunServer.behindNat("203.0.113.7", 61234)) {
            StunMapping both = mapping(
                    new StunMapping.Timing(Duration.ofMillis(300), 3),
                    List.of(HERE),
                    silent.hostAndPort(),
                    server.hostAndPort());
            assertThat(both.ask()).contains(Map.of(HERE, OUTSIDE));
            assertThat(silent.requests()).isEqualTo(3);
        }
    }

    @Test
    void believesNothingButTheAnswerToItsOwnQuestion() throws Exception {
        try (FakeStunServer confused = FakeStunServer.confused("203.0.113.7")) {
            StunMapping patient =
                    mapping(new StunMapping.Timing(Duration.ofMillis(100), 8), List.of(HERE), confused.hostAndPort());
            assertThat(patient.ask()).contains(Map.of(HERE, OUTSIDE));
            assertThat(confused.requests()).isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void saysWhatToDoWhenNobodyAnswers() throws Exception {
        try (FakeStunServer silent = FakeStunServer.silent()) {
            assertThatThrownBy(() ->
                            mapping(BRIEF, List.of(HERE), silent.hostAndPort()).ask())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(silent.hostAndPort() + " does not answer")
                    .hasMessageContaining("ice4j.harvest.mapping.stun.addresses")
                    .hasMessageContaining("static-mappings");
        }
    }

    @Test
    void aServerThatIsNotThereCostsNoWaiting() throws Exception {
        int closedPort;
        try (DatagramSocket socket = new DatagramSocket(0, HERE)) {
            closedPort = socket.getLocalPort();
        }
        StunMapping.Timing endless = new StunMapping.Timing(Duration.ofHours(1), 4);
        assertThatThrownBy(() -> mapping(endless, List.of(HERE), "127.0.0.1:" + closedPort)
                        .ask())
                .isInstanceOf(IOException.class);
    }

    @Test
    void isNotAskedFromWhereItCanNotBeReached() throws Exception {
        List<InetAddress> unsuitable =
                List.of(InetAddress.ofLiteral("::1"), InetAddress.ofLiteral("169.254.7.7"), HERE);
        try (FakeStunServer server = FakeStunServer.behindNat("203.0.113.7", 61234)) {
            assertThat(mapping(PATIENT, unsuitable, server.hostAndPort()).ask()).contains(Map.of(HERE, OUTSIDE));
            assertThat(server.requests()).isEqualTo(1);
        }
    }
}
