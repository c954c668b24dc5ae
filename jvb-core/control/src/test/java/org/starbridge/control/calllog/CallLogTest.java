package org.starbridge.control.calllog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.creating;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpProfile;

/** What an operator reads of a call, line by line. */
class CallLogTest {
    private final CapturedLog log = new CapturedLog(CallLog.class, Level.INFO);
    private final TestBridge bridge = TestBridge.embedded();
    private final CallLog calls = new CallLog(Runnable::run, bridge.nowNs::get);

    CallLogTest() {
        bridge.calls = calls;
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static Tuple tuple(String remote, int port) {
        return new Tuple(
                new InetSocketAddress(InetAddress.ofLiteral("10.0.0.7"), 10000),
                new InetSocketAddress(InetAddress.ofLiteral(remote), port));
    }

    private String conferenceId() {
        return bridge.conferences.snapshot().get(0).id();
    }

    private void pass(Duration time) {
        bridge.nowNs.addAndGet(time.toNanos());
    }

    private EndpointListener listener(String endpointId) {
        return bridge.media.endpoint(endpointId).listener;
    }

    @Test
    void aCallIsToldFromItsFirstRequestToItsLast() {
        bridge.with("aaaa0001", "bbbb0002");
        String id = conferenceId();
        EndpointListener first = listener("aaaa0001");
        pass(Duration.ofMillis(412));
        first.onPair(tuple("198.51.100.7", 53412));
        first.onIceState(IceState.CONNECTED);
        first.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        pass(Duration.ofSeconds(9));
        first.onPair(tuple("2001:db8::7", 40000));
        first.onPair(tuple("2001:db8::7", 40000));
        listener("bbbb0002").onIceState(IceState.FAILED);
        listener("bbbb0002").onIceFailed("no STUN message arrived from it");
        first.onIceState(IceState.DISCONNECTED);
        first.onIceState(IceState.CONNECTED);
        first.onIceRestartOver(1, true);
        first.onDtlsFailed("the peer closed the DTLS session");
        bridge.update(EndpointModify.expiring("aaaa0001"));
        bridge.update(EndpointModify.expiring("bbbb0002"));

        assertThat(log.lines())
                .containsExactly(
                        "INFO [confId=%s conf_name=standup@conference.example meeting_id=%s] conference created"
                                .formatted(id, MEETING),
                        "INFO [confId=%s epId=aaaa0001] joined (stats_id=Ann-aaaa0001), 1 endpoint here now"
                                .formatted(id),
                        "INFO [confId=%s epId=bbbb0002] joined (stats_id=Ann-bbbb0002), 2 endpoints here now"
                                .formatted(id),
                        ("INFO [confId=%s epId=aaaa0001] connected after 412 ms: 10.0.0.7:10000 to 198.51.100.7:53412,"
                                        + " SRTP AEAD_AES_128_GCM")
                                .formatted(id),
                        ("INFO [confId=%s epId=aaaa0001] moved to another address: 10.0.0.7:10000 to"
                                        + " [2001:db8:0:0:0:0:0:7]:40000, before 10.0.0.7:10000 to 198.51.100.7:53412")
                                .formatted(id),
                        "INFO [confId=%s epId=bbbb0002] failed to connect: ICE: no STUN message arrived from it"
                                .formatted(id),
                        "INFO [confId=%s epId=aaaa0001] unreachable: it no longer answers ICE checks".formatted(id),
                        "INFO [confId=%s epId=aaaa0001] reachable again".formatted(id),
                        "INFO [confId=%s epId=aaaa0001] ICE restart 1 succeeded".formatted(id),
                        "INFO [confId=%s epId=aaaa0001] connection ended: the peer closed the DTLS session"
                                .formatted(id),
                        "INFO [confId=%s epId=aaaa0001] left after 9 s, requested by signalling".formatted(id),
                        ("INFO [confId=%s epId=bbbb0002] left after 9 s, requested by signalling; never connected: ICE"
                                        + " found no working pair")
                                .formatted(id),
                        ("INFO [confId=%s conf_name=standup@conference.example meeting_id=%s] conference expired after"
                                        + " 9 s, the last endpoint has left; it had 2 endpoints, at most 2 at a time")
                                .formatted(id, MEETING));
    }

    @Test
    void detailsAreShownWhereThePackageIsSetToDebug() {
        CapturedLog debug = new CapturedLog(CallLog.class, Level.FINE);
        bridge.with("aaaa0001");
        listener("aaaa0001").onIceState(IceState.CHECKING);
        debug.close();
        assertThat(debug.lines())
                .last()
                .isEqualTo("FINE [confId=%s epId=aaaa0001] ICE NEW to CHECKING".formatted(conferenceId()));
        listener("aaaa0001").onIceState(IceState.CONNECTED);
        assertThat(log.lines()).noneMatch(line -> line.contains("CHECKING to CONNECTED"));
    }

    @Test
    void aClientThatChangesItsAddressForEverFillsNoDisk() {
        bridge.with("aaaa0001");
        listener("aaaa0001").onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        for (int i = 1; i <= 1000; i++) {
            listener("aaaa0001").onPair(tuple("198.51.100.7", i));
        }
        bridge.update(EndpointModify.expiring("aaaa0001"));
        assertThat(log.lines()).hasSizeLessThan(20).anyMatch(line -> line.contains(" more changes of its connection"));
        assertThat(log.lines()).filteredOn(line -> line.contains("moved")).hasSize(11);
        assertThat(log.lines())
                .anyMatch(line -> line.contains(
                        "left after 0 s, requested by signalling; 988 more changes of its" + " connection not logged"));
    }

    @Test
    void linesBeyondALimitAreCountedInsteadOfWritten() {
        for (int i = 0; i < CallLog.LINES + 500; i++) {
            calls.onEvent(new CallEvent.ConferenceCreated("c" + i, null, "m" + i));
        }
        assertThat(log.lines()).hasSize(CallLog.LINES);
        pass(Duration.ofSeconds(CallLog.WINDOW_SECONDS));
        calls.onEvent(new CallEvent.ConferenceCreated("later", null, "later"));
        assertThat(log.lines()).hasSize(CallLog.LINES + 2);
        assertThat(log.lines().get(CallLog.LINES))
                .isEqualTo("WARNING 500 call log lines were suppressed because of the rate limit");
    }

    @Test
    void whatIsHandedOverIsWrittenByAnotherThreadInItsOrderAndWhatDoesNotFitIsCounted() {
        Deque<Runnable> elsewhere = new ArrayDeque<>();
        AtomicLong nowNs = new AtomicLong();
        try (CallLog slow = new CallLog(elsewhere::add, nowNs::get)) {
            for (int i = 0; i < 10_000; i++) {
                slow.onEvent(new CallEvent.ConferenceCreated("c" + i, null, "m"));
            }
            assertThat(log.lines()).isEmpty();
            assertThat(elsewhere).hasSize(1);
            elsewhere.remove().run();
            assertThat(log.lines()).hasSize(CallLog.LINES);
            assertThat(log.lines().get(1)).contains("confId=c1 ");
            slow.onEvent(new CallEvent.ConferenceCreated("next", null, "m"));
            assertThat(elsewhere).hasSize(1);
        }
        assertThat(log.lines())
                .last()
                .isEqualTo("WARNING 8001 call log lines were suppressed because of the rate limit");
    }

    @Test
    void namesThatSignallingChoseBeginNoLinesOfTheirOwn() {
        calls.onEvent(new CallEvent.ConferenceCreated(
                "c1", "room\r\n2026-01-01 INFO forged\u2028\u202e", "m".repeat(10_000)));
        assertThat(log.lines().get(0))
                .startsWith("INFO [confId=c1 conf_name=room??2026-01-01 INFO forged?? meeting_id=mmm")
                .hasSizeLessThan(400);
    }

    @Test
    void anEndpointThatGoesToABreakoutRoomIsSeenThereWithBothConferences() {
        joined("c1", "aaaa0001");
        left("c1", "aaaa0001");
        pass(Duration.ofSeconds(2));
        joined("c2", "aaaa0001");
        joined("c3", "aaaa0001");
        left("c2", "aaaa0001");
        left("c3", "aaaa0001");
        pass(Duration.ofSeconds(31));
        joined("c1", "aaaa0001");
        assertThat(log.lines().stream()
                        .map(line -> line.substring(line.indexOf(']') + 2))
                        .toList())
                .containsExactly(
                        "joined, 1 endpoint here now",
                        "left after 0 s, requested by signalling",
                        "joined, 1 endpoint here now; moved from conference c1",
                        "joined, 1 endpoint here now",
                        "left after 0 s, requested by signalling; it is in conference c3 now",
                        "left after 0 s, requested by signalling",
                        "joined, 1 endpoint here now");
    }

    private void joined(String conferenceId, String endpointId) {
        calls.onEvent(new CallEvent.Joined(conferenceId, endpointId, null, false, 1));
    }

    private void left(String conferenceId, String endpointId) {
        calls.onEvent(new CallEvent.Left(conferenceId, endpointId, EndCause.REQUEST, 0, CallEvent.Step.CONNECTED, 0));
    }

    @Test
    void whyAConferenceEndedIsSaid() {
        bridge.colibri.handle(ConferenceModify.creating(
                MEETING, null, List.of(creating("aaaa0001").build())));
        bridge.conferences.expireIdle(
                bridge.nowNs.get() + Duration.ofSeconds(61).toNanos());
        assertThat(log.lines())
                .anyMatch(line -> line.endsWith("left after 0 s, inactivity timeout; never connected:"
                        + " signalling did not supply its transport"))
                .last()
                .asString()
                .contains("conference expired")
                .contains("inactivity timeout");

        bridge.with("aaaa0001");
        bridge.conferences.fail(conferenceId());
        assertThat(log.lines()).last().asString().contains("an internal error");

        bridge.with("aaaa0001");
        bridge.conferences.expireAll();
        assertThat(log.lines()).last().asString().contains("the bridge is shutting down");
    }

    @Test
    void aCreationThatIsRefusedBeforeAnEndpointHasJoinedIsNoCall() {
        bridge.media.isFullForEndpoints = true;
        ConferenceModify request = ConferenceModify.creating(
                MEETING, null, List.of(creating("aaaa0001").build()));
        assertThatThrownBy(() -> bridge.colibri.handle(request))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("overloaded");
        assertThat(log.lines()).isEmpty();
    }
}
