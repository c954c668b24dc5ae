package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.ice;
import static org.starbridge.control.conference.TestBridge.updating;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;

/** What the bridge answers to a request, and what it counts of the endpoints. */
class Colibri2HandlerTest {
    private static final String PASSWORD = "abcdefghijklmnopqrstuvwx";

    private final TestBridge bridge = TestBridge.embedded();

    @Test
    void answersACreationWithItsSideOfTheTransportAndTheFeedbackSources() {
        ConferenceModified answer = bridge.colibri.handle(ConferenceModify.creating(
                MEETING,
                "standup@conference.example",
                List.of(creating("aaaa0001").build())));

        Transport transport =
                Objects.requireNonNull(answer.endpoints().getFirst().transport());
        IceUdpTransport ice = Objects.requireNonNull(transport.iceUdp());
        FakeMediaPlane.FakeEndpoint media = bridge.media.endpoint("aaaa0001");
        assertThat(ice.ufrag()).isEqualTo(media.spec.credentials().ufrag());
        assertThat(ice.pwd()).isEqualTo(media.spec.credentials().password());
        assertThat(ice.rtcpMux()).isTrue();
        assertThat(ice.fingerprints())
                .containsExactly(new Fingerprint("sha-256", TestBridge.FINGERPRINT, DtlsSetup.ACTPASS, false));
        assertThat(ice.candidates()).singleElement().satisfies(candidate -> {
            assertThat(candidate.ip()).isEqualTo("192.0.2.10");
            assertThat(candidate.port()).isEqualTo(10000);
            assertThat(candidate.priority()).isEqualTo(2130706431L);
            assertThat(candidate.type()).isEqualTo("host");
        });
        String conferenceId = bridge.conferences.snapshot().getFirst().id();
        assertThat(ice.webSockets())
                .singleElement()
                .satisfies(url -> assertThat(url)
                        .matches("ws://127\\.0\\.0\\.1:9090/colibri-ws/default-id/" + conferenceId
                                + "/aaaa0001\\?pwd=[A-Za-z0-9]{24}"));
        assertThat(media.spec.iceRole()).isEqualTo(IceRole.CONTROLLING);
        assertThat(Objects.requireNonNull(answer.sources()))
                .extracting(MediaSource::id)
                .containsExactly("jvb-a0", "jvb-v0");
        assertThat(feedbackSsrcs(answer))
                .containsExactly(
                        Integer.toUnsignedLong(media.spec.audioFeedbackSsrc()),
                        Integer.toUnsignedLong(media.spec.videoFeedbackSsrc()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aNewCertificateIsForEndpointsThatAreCreatedThen() {
        bridge.with("aaaa0001");
        bridge.identity = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

        ConferenceModified answer = bridge.update(creating("aaaa0002").build());

        assertThat(bridge.media
                        .endpoint("aaaa0001")
                        .spec
                        .identity()
                        .fingerprint()
                        .value())
                .isEqualTo(TestBridge.FINGERPRINT);
        assertThat(bridge.media.endpoint("aaaa0002").spec.identity()).isSameAs(bridge.identity);
        Transport told = Objects.requireNonNull(answer.endpoints().getFirst().transport());
        assertThat(Objects.requireNonNull(told.iceUdp()).fingerprints())
                .extracting(Fingerprint::value)
                .containsExactly(bridge.identity.fingerprint().value())
                .doesNotContain(TestBridge.FINGERPRINT);
    }

    @Test
    void choosesFeedbackSsrcsOncePerConferenceAndRepeatsThemOnEveryCreation() {
        ConferenceModified first = bridge.colibri.handle(ConferenceModify.creating(MEETING, null, List.of()));
        ConferenceModified second = bridge.update(creating("aaaa0001").build());
        ConferenceModified third =
                bridge.update(updating("aaaa0001").initialLastN(3).build());

        assertThat(feedbackSsrcs(second)).isEqualTo(feedbackSsrcs(first));
        assertThat(third.sources()).isNull();
    }

    @Test
    void answersWithBareIdsWhereThereIsNothingToSay() {
        bridge.with("aaaa0001", "bbbb0002");

        assertThat(bridge.update(updating("aaaa0001")
                                .transport(ice("abcd", PASSWORD))
                                .build())
                        .endpoints())
                .containsExactly(new EndpointModified("aaaa0001", false, null));
        assertThat(bridge.update(
                                updating("deadbeef")
                                        .forceMute(new ForceMute(true, true))
                                        .build(),
                                updating("aaaa0001")
                                        .forceMute(new ForceMute(true, true))
                                        .build())
                        .endpoints())
                .containsExactly(
                        new EndpointModified("deadbeef", false, null), new EndpointModified("aaaa0001", false, null));
        assertThat(bridge.update(EndpointModify.expiring("deadbeef")).endpoints())
                .containsExactly(new EndpointModified("deadbeef", true, null));
    }

    @Test
    void countsVisitorsAndTheResultsOfIceAndDtlsOncePerEndpoint() {
        bridge.with("aaaa0001");
        bridge.update(
                creating("bbbb0002").mucRole(MucRole.VISITOR).sources(List.of()).build());
        FakeMediaPlane.FakeEndpoint first = bridge.media.endpoint("aaaa0001");
        first.listener.onIceState(IceState.CONNECTED);
        first.listener.onRelayed();
        first.listener.onIceState(IceState.DISCONNECTED);
        first.listener.onIceState(IceState.CONNECTED);
        first.listener.onRelayed();
        first.listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        bridge.media.endpoint("bbbb0002").listener.onIceState(IceState.FAILED);
        bridge.media.endpoint("bbbb0002").listener.onDtlsFailed("no common cipher suite");

        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_CREATED)).isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.VISITORS_CREATED)).isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_SUCCEEDED)).isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_SUCCEEDED_RELAYED)).isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.ICE_FAILED)).isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.DTLS_FAILED)).isEqualTo(1);
        assertThat(bridge.conferences.snapshot(MEETING).orElseThrow().endpoints())
                .extracting(EndpointSnapshot::iceState, EndpointSnapshot::dtlsConnected, EndpointSnapshot::visitor)
                .containsExactly(tuple(IceState.CONNECTED, true, false), tuple(IceState.FAILED, false, true));
    }

    @Test
    void doesNotTakeTheEndOfADtlsSessionForAFailedHandshake() {
        bridge.with("aaaa0001");
        FakeMediaPlane.FakeEndpoint endpoint = bridge.media.endpoint("aaaa0001");
        endpoint.listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        endpoint.listener.onDtlsFailed("the peer closed the DTLS session");

        assertThat(bridge.counters.get(ConferenceCounter.DTLS_FAILED)).isZero();
        assertThat(bridge.conferences.snapshot(MEETING).orElseThrow().endpoints())
                .extracting(EndpointSnapshot::dtlsConnected)
                .containsExactly(false);
    }

    private static List<Long> feedbackSsrcs(ConferenceModified answer) {
        return Objects.requireNonNull(answer.sources()).stream()
                .map(source -> source.sources().getFirst().ssrc())
                .toList();
    }
}
