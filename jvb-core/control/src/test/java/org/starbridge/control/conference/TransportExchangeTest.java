package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.updating;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.conference.TestConfig.Addresses;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.dtls.DtlsRole;

/** What is taken of a peer's transport, and which addresses it is offered. */
class TransportExchangeTest {
    private static final String PASSWORD = "abcdefghijklmnopqrstuvwx";

    private final TestBridge bridge = TestBridge.embedded();

    @ParameterizedTest
    @CsvSource({"ACTIVE, SERVER", "PASSIVE, CLIENT", "ACTPASS, CLIENT", "HOLDCONN,", ","})
    void takesItsDtlsRoleFromThePeersSetup(DtlsSetup setup, DtlsRole expected) {
        bridge.with("aaaa0001");
        bridge.update(updating("aaaa0001")
                .transport(Transport.of(new IceUdpTransport(
                        "abcd",
                        PASSWORD,
                        null,
                        true,
                        List.of(),
                        List.of(
                                new Fingerprint("sha-256", TestBridge.FINGERPRINT, setup, false),
                                new Fingerprint("sha-1", "AB:".repeat(19) + "AB", setup, false)),
                        List.of())))
                .build());

        RemoteTransport remote = bridge.media.endpoint("aaaa0001").remotes.getFirst();
        assertThat(remote.localDtlsRole()).isEqualTo(expected);
        assertThat(remote.fingerprints())
                .as("without the one by sha-1, which is counted")
                .singleElement()
                .satisfies(fingerprint -> assertThat(fingerprint.hash()).isEqualTo("sha-256"));
        assertThat(bridge.count(RequestWarning.UNUSABLE_FINGERPRINT)).isEqualTo(1);
        assertThat(Objects.requireNonNull(remote.credentials()).ufrag()).isEqualTo("abcd");
    }

    @Test
    void leavesOutWhatItCannotUseOfAPeersTransport() {
        bridge.with("aaaa0001");
        bridge.update(updating("aaaa0001")
                .transport(Transport.of(new IceUdpTransport(
                        "abcd",
                        null,
                        null,
                        true,
                        List.of(
                                Candidate.host("1", "c1", "198.51.100.7", 50001, 2130706431L),
                                Candidate.host("2", "c2", "5e1c2b7a.local", 50001, 2130706431L),
                                Candidate.host("3", "c3", "2001:db8::7", 0, 2130706431L),
                                new Candidate(
                                        1, "4", 1, "c4", "198.51.100.7", 0, 50002, 1, "udp", "host", null, null, null),
                                new Candidate(
                                        1, "5", 0, "c5", "198.51.100.7", 0, 9, 1, "tcp", "host", null, null, "active")),
                        List.of(new Fingerprint("md5", "AB:".repeat(15) + "AB", DtlsSetup.ACTIVE, false)),
                        List.of())))
                .build());

        RemoteTransport remote = bridge.media.endpoint("aaaa0001").remotes.getFirst();
        assertThat(remote.credentials()).isNull();
        assertThat(remote.candidates())
                .singleElement()
                .satisfies(candidate -> assertThat(candidate.id()).isEqualTo("c1"));
        assertThat(remote.fingerprints()).isEmpty();
        assertThat(bridge.count(RequestWarning.UNUSABLE_CANDIDATE)).isEqualTo(4);
        assertThat(bridge.count(RequestWarning.UNUSABLE_ICE_CREDENTIALS)).isEqualTo(1);
        assertThat(bridge.count(RequestWarning.UNUSABLE_FINGERPRINT)).isEqualTo(1);
    }

    @Test
    void offersAddressesInTheOrderOfTheirReachAndHidesWhatItShall() {
        List.of("127.0.0.1", "fe80::1", "10.0.0.7", "2001:db8::1")
                .forEach(ip -> bridge.media.addresses.add(FakeMediaPlane.address(ip)));
        bridge.with();
        assertThat(offered(bridge, creating("aaaa0001")))
                .containsExactly("192.0.2.10", "10.0.0.7", "2001:db8:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1", "127.0.0.1");

        TestBridge hiding = new TestBridge(new TestConfig()
                .withoutWebSockets()
                .hiding(Addresses.PRIVATE, Addresses.LOOPBACK)
                .build());
        hiding.media.addresses.clear();
        hiding.media.addresses.addAll(bridge.media.addresses);
        hiding.with();
        assertThat(offered(hiding, creating("aaaa0001"))).doesNotContain("10.0.0.7", "127.0.0.1");
        assertThat(offered(hiding, creating("bbbb0002").capability(Capabilities.PRIVATE_ADDRESS_CONNECTIVITY)))
                .contains("10.0.0.7")
                .doesNotContain("127.0.0.1");
    }

    private static List<String> offered(TestBridge bridge, EndpointModify.Builder request) {
        Transport transport = Objects.requireNonNull(
                bridge.update(request.build()).endpoints().getFirst().transport());
        List<Candidate> candidates = Objects.requireNonNull(transport.iceUdp()).candidates();
        assertThat(candidates).extracting(candidate -> -candidate.priority()).isSorted();
        assertThat(candidates).extracting(Candidate::foundation).doesNotHaveDuplicates();
        return candidates.stream().map(Candidate::ip).toList();
    }
}
