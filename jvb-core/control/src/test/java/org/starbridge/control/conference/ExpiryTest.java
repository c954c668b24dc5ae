package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.starbridge.control.conference.TestBridge.MEETING;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.RequestWarning;

/** How endpoints and conferences end: on request, with the last of them, after a silence. */
class ExpiryTest {
    private final TestBridge bridge = TestBridge.embedded();

    @Test
    void expiresAConferenceOnRequestAndOnceTheLastEndpointHasLeft() {
        bridge.with("aaaa0001");
        bridge.update(EndpointModify.expiring("aaaa0001"));
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.media.endpoint("aaaa0001").isExpired).isTrue();
        assertThat(bridge.media.lastTable().transports()).isEmpty();

        bridge.with("bbbb0002");
        assertThat(bridge.colibri.handle(ConferenceModify.expiring(MEETING)))
                .isEqualTo(new ConferenceModified(List.of(), List.of(), null));
        assertThat(bridge.media.endpoint("bbbb0002").isExpired).isTrue();
        assertThatThrownBy(() -> bridge.colibri.handle(ConferenceModify.expiring(MEETING)))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("Conference not found");
        assertThat(bridge.counters.get(ConferenceCounter.CONFERENCES_CREATED)).isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.CONFERENCES_COMPLETED)).isEqualTo(2);
    }

    @Test
    void createsAndExpiresAtOnce() {
        ConferenceModified answer = bridge.colibri.handle(
                new ConferenceModify(MEETING, null, true, true, true, List.of(), List.of(), List.of()));

        assertThat(answer.sources()).hasSize(2);
        assertThat(bridge.conferences.count()).isZero();
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
        assertThat(bridge.count(RequestWarning.EXPIRY_DELAYED)).isEqualTo(2);
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
        assertThat(bridge.media.lastTable().transports()).hasSize(1);
        bridge.conferences.expireIdle(startNs + Duration.ofSeconds(90).toNanos());
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.counters.get(ConferenceCounter.PACKETS_LOST_INBOUND_OF_GONE))
                .isEqualTo(6);
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
}
