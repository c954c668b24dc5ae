package org.starbridge.jvb.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;
import static org.starbridge.jvb.conference.TestBridge.MEETING;
import static org.starbridge.jvb.conference.TestBridge.creating;
import static org.starbridge.jvb.conference.TestBridge.grouped;
import static org.starbridge.jvb.conference.TestBridge.ice;
import static org.starbridge.jvb.conference.TestBridge.source;
import static org.starbridge.jvb.conference.TestBridge.updating;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.MucRole;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.RemoteTransport;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceState;

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
    void expiresAConferenceOnRequestAndOnceTheLastEndpointHasLeft() {
        bridge.with("aaaa0001");
        bridge.update(EndpointModify.expiring("aaaa0001"));
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.media.endpoint("aaaa0001").isExpired).isTrue();
        assertThat(bridge.media.lastTable().participants()).isEmpty();

        bridge.with("bbbb0002");
        assertThat(bridge.colibri.handle(ConferenceModify.expiring(MEETING)))
                .isEqualTo(new ConferenceModified(List.of(), List.of(), null));
        assertThat(bridge.media.endpoint("bbbb0002").isExpired).isTrue();
        assertThatThrownBy(() -> bridge.colibri.handle(ConferenceModify.expiring(MEETING)))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("Conference not found");
        assertThat(bridge.counters.conferencesCreated.sum()).isEqualTo(2);
        assertThat(bridge.counters.conferencesCompleted.sum()).isEqualTo(2);
    }

    @Test
    void createsAndExpiresAtOnce() {
        ConferenceModified answer = bridge.colibri.handle(
                new ConferenceModify(MEETING, null, true, true, true, List.of(), List.of(), List.of()));

        assertThat(answer.sources()).hasSize(2);
        assertThat(bridge.conferences.count()).isZero();
        assertThat(soft(SoftProblem.MEDIA_EXPORT_UNAVAILABLE)).isEqualTo(1);
    }

    @Test
    void forwardsEverySourceToEveryoneElseThatAcceptsItsKind() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.update(creating("cccc0003").build());
        bridge.update(EndpointModify.builder("dddd0004")
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .media(TestBridge.audio())
                .transport(new Transport(false, false, false, null, null))
                .build());
        declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));
        declare("bbbb0002", source(MediaKind.AUDIO, "bbbb0002-a0", 20));

        assertThat(received("aaaa0001")).containsExactlyInAnyOrder(20);
        assertThat(received("bbbb0002")).containsExactlyInAnyOrder(10, 11);
        assertThat(received("cccc0003")).containsExactlyInAnyOrder(10, 11, 20);
        assertThat(received("dddd0004")).as("negotiated no video").containsExactlyInAnyOrder(10, 20);
        assertThat(bridge.media.endpoint("dddd0004").spec.iceRole()).isEqualTo(IceRole.CONTROLLED);
        assertThat(bridge.media.published)
                .extracting(ForwardingTable::version)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void readsWhatSsrcsCarryFromTheirGroups() {
        bridge.with("aaaa0001", "bbbb0002");
        declare(
                "aaaa0001",
                grouped(
                        source(MediaKind.VIDEO, "aaaa0001-v0", 1, 2, 3, 11, 12, 0xFFFF_FFFFL),
                        new SsrcGroup(SsrcGroup.SIM, List.of(1L, 2L, 3L)),
                        new SsrcGroup(SsrcGroup.FID, List.of(1L, 11L)),
                        new SsrcGroup(SsrcGroup.FID, List.of(2L, 12L)),
                        new SsrcGroup(SsrcGroup.FEC_FR, List.of(1L, 0xFFFF_FFFFL))),
                grouped(source(MediaKind.VIDEO, "aaaa0001-v1", 4, 14), new SsrcGroup(SsrcGroup.FID, List.of(4L, 14L))));

        assertThat(bridge.media.participant("aaaa0001").streams())
                .extracting(stream -> stream.ssrc() + " " + stream.use())
                .containsExactly(
                        "1 MEDIA",
                        "2 MEDIA",
                        "3 MEDIA",
                        "11 RETRANSMISSION",
                        "12 RETRANSMISSION",
                        "-1 CORRECTION",
                        "4 MEDIA",
                        "14 RETRANSMISSION");
        assertThat(received("bbbb0002")).containsExactlyInAnyOrder(1, 4);
    }

    @Test
    void replacesTheFullSetOfSources() {
        bridge.with("aaaa0001", "bbbb0002");
        declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));
        declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10));
        assertThat(received("bbbb0002")).containsExactly(10);

        bridge.update(updating("aaaa0001").media(TestBridge.video()).build());
        assertThat(received("bbbb0002")).as("absent is no change").containsExactly(10);
        declare("aaaa0001");
        assertThat(received("bbbb0002")).isEmpty();
    }

    @Test
    void skipsSsrcsThatSomeoneElseHas() {
        bridge.with("aaaa0001", "bbbb0002");
        int feedback = bridge.media.endpoint("aaaa0001").spec.audioFeedbackSsrc();
        declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10));
        declare(
                "bbbb0002",
                source(MediaKind.AUDIO, "bbbb0002-a0", 10, 20),
                source(MediaKind.VIDEO, "bbbb0002-v0", 20, Integer.toUnsignedLong(feedback), 21),
                source(MediaKind.DATA, "bbbb0002-d0", 22));

        assertThat(received("aaaa0001")).containsExactlyInAnyOrder(20, 21);
        assertThat(received("bbbb0002")).containsExactly(10);
        assertThat(soft(SoftProblem.DUPLICATE_SSRC)).isEqualTo(3);
        assertThat(soft(SoftProblem.UNKNOWN_MEDIA_KIND)).isEqualTo(1);
    }

    @Test
    void mutesAndUnmutesBothKindsAtOnce() {
        bridge.with("aaaa0001", "bbbb0002");
        declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10), source(MediaKind.VIDEO, "aaaa0001-v0", 11));

        bridge.update(updating("aaaa0001").forceMute(new ForceMute(true, false)).build());
        assertThat(muted("aaaa0001")).containsExactly(10);
        bridge.update(updating("aaaa0001").forceMute(new ForceMute(false, true)).build());
        assertThat(muted("aaaa0001")).containsExactly(11);
    }

    @Test
    void addsPayloadTypesAndExtensionsAndNeverRemovesThem() {
        bridge.with("aaaa0001");
        bridge.update(updating("aaaa0001").media(TestBridge.audio()).build());

        ForwardingTable.Participant participant = bridge.media.participant("aaaa0001");
        assertThat(participant.payloadTypes()).containsOnlyKeys(96, 100, 111);
        ForwardingTable.PayloadType vp8 =
                Objects.requireNonNull(participant.payloadTypes().get(100));
        assertThat(vp8.encoding()).isEqualTo("vp8");
        assertThat(vp8.supportsPli()).isTrue();
        assertThat(vp8.supportsFir()).isTrue();
        assertThat(participant.extensionIds()).containsEntry("urn:ietf:params:rtp-hdrext:ssrc-audio-level", 1);
        assertThat(participant.acceptsTwoByteExtensions()).isTrue();
    }

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
        assertThat(remote.fingerprints()).hasSize(2);
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
        assertThat(soft(SoftProblem.UNUSABLE_CANDIDATE)).isEqualTo(4);
        assertThat(soft(SoftProblem.UNUSABLE_ICE_CREDENTIALS)).isEqualTo(1);
        assertThat(soft(SoftProblem.UNUSABLE_FINGERPRINT)).isEqualTo(1);
    }

    @Test
    void offersAddressesInTheOrderOfTheirReachAndHidesWhatItShall() {
        List.of("127.0.0.1", "fe80::1", "10.0.0.7", "2001:db8::1")
                .forEach(ip -> bridge.media.addresses.add(FakeMediaPlane.address(ip)));
        bridge.with();
        assertThat(offered(bridge, creating("aaaa0001")))
                .containsExactly("192.0.2.10", "10.0.0.7", "2001:db8:0:0:0:0:0:1", "fe80:0:0:0:0:0:0:1", "127.0.0.1");

        TestBridge hiding = new TestBridge(new ConferenceConfig(
                -1,
                -1,
                -1,
                -1,
                List.of(),
                "jvb1",
                false,
                false,
                Optional.empty(),
                Duration.ofMinutes(1),
                ConferenceConfig.DEFAULT_WISH_INTERVAL,
                ConferenceLimits.DEFAULT));
        hiding.media.addresses.clear();
        hiding.media.addresses.addAll(bridge.media.addresses);
        hiding.with();
        assertThat(offered(hiding, creating("aaaa0001"))).doesNotContain("10.0.0.7", "127.0.0.1");
        assertThat(offered(hiding, creating("bbbb0002").capability(Capabilities.PRIVATE_ADDRESS_CONNECTIVITY)))
                .contains("10.0.0.7")
                .doesNotContain("127.0.0.1");
    }

    @Test
    void countsVisitorsAndTheResultsOfIceAndDtlsOncePerEndpoint() {
        bridge.with("aaaa0001");
        bridge.update(
                creating("bbbb0002").mucRole(MucRole.VISITOR).sources(List.of()).build());
        FakeMediaPlane.FakeEndpoint first = bridge.media.endpoint("aaaa0001");
        first.listener.onIceState(IceState.CONNECTED);
        first.listener.onIceState(IceState.DISCONNECTED);
        first.listener.onIceState(IceState.CONNECTED);
        first.listener.onDtlsConnected();
        bridge.media.endpoint("bbbb0002").listener.onIceState(IceState.FAILED);
        bridge.media.endpoint("bbbb0002").listener.onDtlsFailed("no common cipher suite");

        assertThat(bridge.counters.endpointsCreated.sum()).isEqualTo(2);
        assertThat(bridge.counters.visitorsCreated.sum()).isEqualTo(1);
        assertThat(bridge.counters.iceSucceeded.sum()).isEqualTo(1);
        assertThat(bridge.counters.iceFailed.sum()).isEqualTo(1);
        assertThat(bridge.counters.dtlsFailed.sum()).isEqualTo(1);
        assertThat(bridge.conferences.snapshot(MEETING).orElseThrow().endpoints())
                .extracting(EndpointSnapshot::iceState, EndpointSnapshot::dtlsConnected, EndpointSnapshot::visitor)
                .containsExactly(tuple(IceState.CONNECTED, true, false), tuple(IceState.FAILED, false, true));
    }

    @Test
    void doesNotTakeTheEndOfADtlsSessionForAFailedHandshake() {
        bridge.with("aaaa0001");
        FakeMediaPlane.FakeEndpoint endpoint = bridge.media.endpoint("aaaa0001");
        endpoint.listener.onDtlsConnected();
        endpoint.listener.onDtlsFailed("the peer closed the DTLS session");

        assertThat(bridge.counters.dtlsFailed.sum()).isZero();
        assertThat(bridge.conferences.snapshot(MEETING).orElseThrow().endpoints())
                .extracting(EndpointSnapshot::dtlsConnected)
                .containsExactly(false);
    }

    @Test
    void publishesATableAgainThatFoundAQueueFull() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.media.tablesToRefuse.set(2);
        declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10));
        assertThat(bridge.later).hasSize(1);

        bridge.later.remove().run();
        bridge.later.remove().run();

        assertThat(received("bbbb0002")).containsExactly(10);
        assertThat(bridge.later).isEmpty();
        assertThat(soft(SoftProblem.PUBLICATION_DELAYED)).isEqualTo(2);
        assertThat(bridge.media.published)
                .extracting(ForwardingTable::version)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void releasesLaterWhatAFullQueueWouldNotLetGo() {
        bridge.with("aaaa0001", "bbbb0002", "cccc0003");
        FakeMediaPlane.FakeEndpoint stuck = bridge.media.endpoint("bbbb0002");
        stuck.isFull = true;
        bridge.conferences.expireAll();
        assertThat(bridge.conferences.count()).isZero();
        assertThat(stuck.isExpired).isFalse();

        bridge.later.remove().run();
        assertThat(stuck.isExpired).isFalse();
        stuck.isFull = false;
        bridge.later.remove().run();

        assertThat(bridge.media.added).allMatch(endpoint -> endpoint.isExpired);
        assertThat(bridge.later).isEmpty();
        assertThat(soft(SoftProblem.EXPIRY_DELAYED)).isEqualTo(2);
    }

    @Test
    void expiresWhatHadNoActivityForTheTimeout() {
        bridge.with("aaaa0001", "bbbb0002");
        long startNs = bridge.nowNs.get();
        bridge.media.endpoint("bbbb0002").lastActivityNs =
                startNs + Duration.ofSeconds(30).toNanos();

        bridge.conferences.expireIdle(startNs + Duration.ofSeconds(59).toNanos());
        assertThat(bridge.media.added).noneMatch(endpoint -> endpoint.isExpired);
        bridge.conferences.expireIdle(startNs + Duration.ofSeconds(60).toNanos());
        assertThat(bridge.media.endpoint("aaaa0001").isExpired).isTrue();
        assertThat(bridge.media.endpoint("bbbb0002").isExpired).isFalse();
        assertThat(bridge.media.lastTable().participants()).hasSize(1);
        bridge.conferences.expireIdle(startNs + Duration.ofSeconds(90).toNanos());
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.counters.packetsLostInboundOfGone.sum()).isEqualTo(6);
    }

    @Test
    void expiresAnEmptyConferenceAfterTheTimeout() {
        bridge.with();
        bridge.conferences.expireIdle(
                bridge.nowNs.get() + Duration.ofSeconds(59).toNanos());
        assertThat(bridge.conferences.count()).isEqualTo(1);
        bridge.conferences.expireIdle(
                bridge.nowNs.get() + Duration.ofSeconds(60).toNanos());
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.media.published).isEmpty();
    }

    @Test
    void publishesTheTablesOfOneConferenceInOrderHoweverManyAskAtOnce() throws Exception {
        bridge.with("aaaa0001");
        List<Callable<ConferenceModified>> requests = IntStream.range(0, 60)
                .<Callable<ConferenceModified>>mapToObj(i -> () -> bridge.colibri.handle(ConferenceModify.updating(
                        MEETING, List.of(creating("bbbb" + i).build()))))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<ConferenceModified> answer : threads.invokeAll(requests)) {
                assertThat(answer.get().endpoints()).hasSize(1);
            }
        }

        assertThat(bridge.media.published)
                .extracting(ForwardingTable::version)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(bridge.media.lastTable().participants()).hasSize(61);
    }

    private void declare(String endpointId, MediaSource... sources) {
        bridge.update(updating(endpointId).sources(List.of(sources)).build());
    }

    private Set<Integer> received(String endpointId) {
        return bridge.media.participant(endpointId).receivedStreams();
    }

    private List<Integer> muted(String endpointId) {
        return bridge.media.participant(endpointId).streams().stream()
                .filter(ForwardingTable.Stream::muted)
                .map(ForwardingTable.Stream::ssrc)
                .toList();
    }

    private long soft(SoftProblem problem) {
        return Objects.requireNonNull(bridge.counters.softProblems().get(problem))
                .sum();
    }

    private static List<String> offered(TestBridge bridge, EndpointModify.Builder request) {
        Transport transport = Objects.requireNonNull(
                bridge.update(request.build()).endpoints().getFirst().transport());
        List<Candidate> candidates = Objects.requireNonNull(transport.iceUdp()).candidates();
        assertThat(candidates).extracting(candidate -> -candidate.priority()).isSorted();
        assertThat(candidates).extracting(Candidate::foundation).doesNotHaveDuplicates();
        return candidates.stream().map(Candidate::ip).toList();
    }

    private static List<Long> feedbackSsrcs(ConferenceModified answer) {
        return Objects.requireNonNull(answer.sources()).stream()
                .map(source -> source.sources().getFirst().ssrc())
                .toList();
    }
}
