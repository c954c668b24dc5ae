package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Transport;
import org.starbridge.control.conference.TestConfig.Addresses;
import org.starbridge.media.api.MappedAddress;

/** What a bridge behind a NAT that forwards its port offers. */
class MappedCandidatesTest {
    private static TestBridge behindNats(TestConfig config) {
        TestBridge bridge = new TestBridge(
                config.withoutWebSockets().hiding(Addresses.LOOPBACK).build());
        bridge.media.addresses.clear();
        bridge.media.addresses.add(FakeMediaPlane.address("172.17.0.2"));
        bridge.media.addresses.add(FakeMediaPlane.address("fd00::2"));
        bridge.media.mapped.add(new MappedAddress(
                FakeMediaPlane.address("172.17.0.2"),
                new InetSocketAddress(InetAddress.ofLiteral("203.0.113.7"), 443)));
        bridge.media.mapped.add(
                new MappedAddress(FakeMediaPlane.address("fd00::2"), FakeMediaPlane.address("2001:db8::7")));
        bridge.with();
        return bridge;
    }

    private static List<Candidate> candidates(TestBridge bridge) {
        Transport transport = Objects.requireNonNull(
                bridge.update(TestBridge.creating("aaaa0001").build())
                        .endpoints()
                        .getFirst()
                        .transport());
        return Objects.requireNonNull(transport.iceUdp()).candidates();
    }

    @Test
    void theOutsideOfTheNatIsOfferedAfterTheHostCandidates() {
        List<Candidate> offered = candidates(behindNats(new TestConfig()));
        assertThat(offered).extracting(Candidate::type).containsExactly("host", "host", "srflx", "srflx");
        assertThat(offered).extracting(Candidate::foundation).doesNotHaveDuplicates();
        assertThat(offered).extracting(candidate -> -candidate.priority()).isSorted();
        Candidate v4 = offered.get(2);
        assertThat(v4.ip()).isEqualTo("203.0.113.7");
        assertThat(v4.port()).isEqualTo(443);
        assertThat(v4.relAddr()).isEqualTo("172.17.0.2");
        assertThat(v4.relPort()).isEqualTo(10000);
        Candidate v6 = offered.get(3);
        assertThat(v6.ip()).isEqualTo("2001:db8:0:0:0:0:0:7");
        assertThat(v6.relAddr()).isEqualTo("fd00:0:0:0:0:0:0:2");
    }

    @Test
    void aPrivateAddressThatIsHiddenIsNotToldAsTheBaseEither() {
        List<Candidate> offered = candidates(behindNats(new TestConfig().hiding(Addresses.PRIVATE)));
        assertThat(offered).extracting(Candidate::type).containsExactly("srflx", "srflx");
        assertThat(offered).extracting(Candidate::relAddr).containsExactly("0.0.0.0", "::");
        assertThat(offered).extracting(Candidate::relPort).containsExactly(9, 9);
    }
}
