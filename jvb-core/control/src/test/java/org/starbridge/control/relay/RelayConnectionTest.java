package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.Transport;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;

/** The transport and the channel of a relay: connected, lost, restarted. */
class RelayConnectionTest extends RelayFixture {
    private long withoutChannel() {
        return bridge.counters.get(ConferenceCounter.RELAYS_WITHOUT_CHANNEL);
    }

    @Test
    void aConnectedRelayThatStaysWithoutAChannelIsCountedOnce() {
        RelayModified answer = modify(creating("jvb-b", "0"));
        settle();
        assertThat(withoutChannel()).as("is not connected").isZero();
        bridge.media.added.getLast().listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        settle();
        settle();
        assertThat(withoutChannel()).isEqualTo(1);
        Channel channel = open("jvb-b", answer);
        settle();
        channel.slot.onClose(channel.socket, 1006);
        settle();
        settle();
        assertThat(withoutChannel()).as("was lost").isEqualTo(2);
        channel = open("jvb-b", answer);
        modify(expiring("jvb-b"));
        channel.slot.onClose(channel.socket, 1001);
        settle();
        assertThat(withoutChannel()).as("was expired").isEqualTo(2);
    }

    @Test
    void aRelayThatCouldNotConnectIsCheckedAgainUntilItConnects() {
        modify(creating("jvb-b", "0"));
        FakeEndpoint link = bridge.media.added.getLast();
        modify(updating(
                "jvb-b",
                Transport.of(new IceUdpTransport(
                        "abcd",
                        "0123456789012345678901",
                        null,
                        true,
                        List.of(new Candidate(
                                1, "1", 0, "1", "192.0.2.7", 0, 10000, 2130706431L, "udp", "host", null, null, null)),
                        List.of(),
                        List.of()))));
        settle();
        assertThat(link.remotes).hasSize(1);
        link.listener.onIceState(IceState.FAILED);
        settle();
        assertThat(link.remotes).hasSizeGreaterThan(1).containsOnly(link.remotes.getFirst());
        link.listener.onIceState(IceState.CONNECTED);
        settle();
        int tries = link.remotes.size();
        link.listener.onIceState(IceState.FAILED);
        settle();
        assertThat(link.remotes).as("goes on by itself").hasSize(tries);
    }

    @Test
    void theIceOfARelayIsRestartedAsThatOfAnEndpoint() {
        modify(creating("jvb-b", "0"));
        FakeEndpoint link = bridge.media.added.getLast();
        link.listener.onIceState(IceState.CONNECTED);
        link.listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        RelayModified answer = modify(updating("jvb-b", new Transport(false, false, true, null, null)));
        IceUdpTransport fresh = Objects.requireNonNull(
                Objects.requireNonNull(answer.transport()).iceUdp());
        assertThat(link.restarts).hasSize(1);
        assertThat(fresh.ufrag()).isEqualTo(link.restarts.getFirst().ufrag());
        assertThat(fresh.iceGeneration()).isEqualTo(1);
        assertThat(fresh.candidates()).isNotEmpty();
        assertThat(fresh.webSockets()).as("the channel stays").isEmpty();
        IceUdpTransport theirs =
                new IceUdpTransport("abcd", "0123456789012345678901", 1, true, List.of(), List.of(), List.of());
        modify(updating("jvb-b", Transport.of(theirs)));
        assertThat(link.remotes.getLast().iceRestart()).isEqualTo(1);
    }
}
