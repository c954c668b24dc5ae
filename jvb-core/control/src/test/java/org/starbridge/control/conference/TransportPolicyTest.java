package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.transport.ice.IceState;

/** What an operator may say about the bridge's side of transports. */
class TransportPolicyTest {
    private static TestBridge bridge(TransportPolicy policy) {
        return new TestBridge(
                        new TestConfig().withoutWebSockets().transport(policy).build())
                .with();
    }

    private static IceUdpTransport iceUdp(EndpointModified answer) {
        return Objects.requireNonNull(Objects.requireNonNull(answer.transport()).iceUdp());
    }

    private static EndpointModified create(TestBridge bridge, String id) {
        return bridge.update(TestBridge.creating(id).build()).endpoints().getFirst();
    }

    private static EndpointModified restart(TestBridge bridge) {
        return bridge.update(TestBridge.updating("aaaa0001")
                        .transport(new Transport(false, false, true, null, null))
                        .build())
                .endpoints()
                .getFirst();
    }

    @Test
    void userFragmentsBeginWithThePrefixAndDifferBehindIt() {
        TestBridge bridge = bridge(new TransportPolicy("eu7/", true, "sha-256", List.of("sha-256")));
        String first = Objects.requireNonNull(iceUdp(create(bridge, "aaaa0001")).ufrag());
        String second =
                Objects.requireNonNull(iceUdp(create(bridge, "bbbb0002")).ufrag());
        assertThat(first).startsWith("eu7/").hasSizeGreaterThan(8);
        assertThat(second).startsWith("eu7/").isNotEqualTo(first);

        bridge.media.endpoint("aaaa0001").listener.onIceState(IceState.CONNECTED);
        assertThat(iceUdp(restart(bridge)).ufrag()).startsWith("eu7/").isNotEqualTo(first);
    }

    @Test
    void whereRestartsAreOffTheFocusGetsNoTransportAndInvitesAnew() {
        TestBridge bridge = bridge(new TransportPolicy("", false, "sha-256", List.of("sha-256")));
        create(bridge, "aaaa0001");
        bridge.media.endpoint("aaaa0001").listener.onIceState(IceState.CONNECTED);

        assertThat(restart(bridge).transport()).isNull();
        assertThat(bridge.media.endpoint("aaaa0001").restarts).isEmpty();
    }

    @Test
    void theCertificateIsToldByTheChosenHash() {
        TestBridge bridge = bridge(new TransportPolicy("", true, "sha-512", List.of("sha-256")));
        Fingerprint told = iceUdp(create(bridge, "aaaa0001")).fingerprints().getFirst();
        assertThat(told.hash()).isEqualTo("sha-512");
        assertThat(told.value()).hasSize(64 * 3 - 1);
    }

    @Test
    void aHashThatIsNotAcceptedIsRefused() {
        TestBridge bridge = bridge(new TransportPolicy("", true, "sha-256", List.of("sha-512")));
        Fingerprint sha256 = new Fingerprint("sha-256", TestBridge.FINGERPRINT, DtlsSetup.ACTIVE, false);
        Transport transport =
                Transport.of(new IceUdpTransport(null, null, null, true, List.of(), List.of(sha256), List.of()));
        assertThatThrownBy(() -> bridge.update(
                        TestBridge.creating("aaaa0001").transport(transport).build()))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("sha-256");
    }

    private static final Fingerprint SHA_1 = new Fingerprint("sha-1", "AB:".repeat(19) + "AB", DtlsSetup.ACTIVE, false);

    private static Transport told(Fingerprint... fingerprints) {
        return Transport.of(new IceUdpTransport(null, null, null, true, List.of(), List.of(fingerprints), List.of()));
    }

    @Test
    void sha1AloneIsRefusedWithTheKeyThatWouldAllowIt() {
        TestBridge bridge = bridge(TransportPolicy.DEFAULT);
        assertThatThrownBy(() -> bridge.update(
                        TestBridge.creating("aaaa0001").transport(told(SHA_1)).build()))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("fingerprint with sha-1")
                .hasMessageContaining("jmt.dtls.accepted-fingerprint-hash-functions");
    }

    @Test
    void sha1BesideAStrongerHashIsLeftOutAndCounted() {
        TestBridge bridge = bridge(TransportPolicy.DEFAULT);
        Fingerprint sha256 = new Fingerprint("sha-256", TestBridge.FINGERPRINT, DtlsSetup.ACTIVE, false);
        bridge.update(
                TestBridge.creating("aaaa0001").transport(told(SHA_1, sha256)).build());
        assertThat(bridge.media.endpoint("aaaa0001").remotes.getFirst().fingerprints())
                .singleElement()
                .satisfies(fingerprint -> assertThat(fingerprint.hash()).isEqualTo("sha-256"));
        assertThat(bridge.count(RequestWarning.UNUSABLE_FINGERPRINT)).isEqualTo(1);
    }

    @Test
    void sha1CanBeConfigured() {
        TestBridge bridge = bridge(new TransportPolicy("", true, "sha-256", List.of("sha-256", "sha-1")));
        bridge.update(TestBridge.creating("aaaa0001").transport(told(SHA_1)).build());
        assertThat(bridge.media.endpoint("aaaa0001").remotes.getFirst().fingerprints())
                .hasSize(1);
    }
}
