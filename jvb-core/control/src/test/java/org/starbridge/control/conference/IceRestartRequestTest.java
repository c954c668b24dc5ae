package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;

/** What a request for an ICE restart is answered in each state of the endpoint; never with an error. */
class IceRestartRequestTest {
    private final TestBridge bridge = TestBridge.embedded();
    private final FakeEndpoint media;
    private final IceUdpTransport first;

    IceRestartRequestTest() {
        bridge.with();
        first = iceUdp(bridge.update(TestBridge.creating("aaaa0001").build())
                .endpoints()
                .getFirst());
        media = bridge.media.endpoint("aaaa0001");
    }

    @BeforeEach
    void thePeerIsTheDtlsClient() {
        Fingerprint fingerprint = new Fingerprint("sha-256", TestBridge.FINGERPRINT, DtlsSetup.ACTIVE, false);
        bridge.update(TestBridge.updating("aaaa0001")
                .transport(Transport.of(
                        new IceUdpTransport(null, null, null, true, List.of(), List.of(fingerprint), List.of())))
                .build());
    }

    private static IceUdpTransport iceUdp(EndpointModified answer) {
        return Objects.requireNonNull(
                Objects.requireNonNull(answer.transport(), "no transport").iceUdp());
    }

    private EndpointModified restart() {
        return bridge.update(TestBridge.updating("aaaa0001")
                        .transport(new Transport(false, false, true, null, null))
                        .build())
                .endpoints()
                .getFirst();
    }

    private void answer(@Nullable Integer generation) {
        bridge.update(TestBridge.updating("aaaa0001")
                .transport(Transport.of(new IceUdpTransport(
                        "abcd", "abcdefghijklmnopqrstuv", generation, true, List.of(), List.of(), List.of())))
                .build());
    }

    @Test
    void beforeIceIsEstablishedTheCredentialsStay() {
        IceUdpTransport answer = iceUdp(restart());

        assertThat(answer.ufrag()).isEqualTo(first.ufrag());
        assertThat(answer.pwd()).isEqualTo(first.pwd());
        assertThat(answer.iceGeneration()).isNull();
        assertThat(media.restarts).isEmpty();
        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_NOT_ESTABLISHED))
                .isEqualTo(1);
    }

    @Test
    void afterwardsASecondAgentIsMadeAndTheCertificateStays() {
        media.listener.onIceState(IceState.CONNECTED);

        IceUdpTransport answer = iceUdp(restart());

        assertThat(answer.iceGeneration()).isEqualTo(1);
        assertThat(answer.ufrag()).isNotEqualTo(first.ufrag());
        assertThat(media.restarts).hasSize(1);
        assertThat(media.restarts.getFirst().ufrag()).isEqualTo(answer.ufrag());
        assertThat(answer.fingerprints()).hasSize(1);
        assertThat(answer.fingerprints().getFirst().value())
                .isEqualTo(first.fingerprints().getFirst().value());
        assertThat(answer.fingerprints().getFirst().setup())
                .as("our role is fixed by now")
                .isEqualTo(DtlsSetup.PASSIVE);
    }

    @Test
    void onlyCredentialsOfAnAgentThatThereIsReachTheWorker() {
        media.listener.onIceState(IceState.CONNECTED);
        restart();
        media.remotes.clear();

        answer(7);
        assertThat(media.remotes).isEmpty();
        answer(1);
        assertThat(media.remotes).hasSize(1);
        assertThat(media.remotes.getFirst().iceRestart()).isEqualTo(1);
        answer(null);
        assertThat(media.remotes.getLast().iceRestart()).isNull();
        media.listener.onIceRestartOver(1, false);
        answer(1);
        assertThat(media.remotes).hasSize(2);
    }

    @Test
    void aRestartThatAnotherOneReplacesIsNoFailure() {
        media.listener.onIceState(IceState.CONNECTED);
        restart();
        answer(1);
        assertThat(iceUdp(restart()).iceGeneration()).isEqualTo(2);
        media.listener.onIceRestartOver(1, false);

        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUPERSEDED))
                .isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_FAILED)).isZero();

        answer(2);
        media.isFull = true;
        restart();
        media.listener.onIceRestartOver(2, false);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_SUPERSEDED))
                .as("no other restart replaced the second one")
                .isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_FAILED)).isEqualTo(1);
    }

    @Test
    void whatCanNotBeRestartedIsAnsweredWithoutATransport() {
        media.listener.onIceState(IceState.CONNECTED);
        media.isFull = true;
        assertThat(restart()).isEqualTo(new EndpointModified("aaaa0001", false, null));
        media.isFull = false;
        assertThat(iceUdp(restart()).iceGeneration()).isEqualTo(1);
        media.listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        media.listener.onDtlsFailed("the peer said goodbye");

        assertThat(restart()).isEqualTo(new EndpointModified("aaaa0001", false, null));
        assertThat(bridge.count(RequestWarning.ICE_RESTART_UNAVAILABLE)).isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_AGENT_CREATION_FAILED))
                .isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_RESTARTS_REJECTED)).isEqualTo(1);
    }
}
