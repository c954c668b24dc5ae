package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyFrameRequestsTest {
    private static final long INTERVAL_NS = 200_000_000;

    private final KeyFrameRequests requests = new KeyFrameRequests(new KeyFrameLimit(INTERVAL_NS, 1, INTERVAL_NS));

    @Test
    void isIdleUntilSomebodyAsks() {
        assertThat(requests.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(requests.poll(0)).isFalse();
        assertThat(requests.poll(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void theFirstRequestIsSentAtOnceWhateverTheClockShows() {
        for (long nowNs : new long[] {Long.MIN_VALUE + 1, -5, 0, 5}) {
            KeyFrameRequests fresh = new KeyFrameRequests(new KeyFrameLimit(INTERVAL_NS, 1, INTERVAL_NS));
            fresh.onRequest();
            assertThat(fresh.nextDeadlineNs()).isLessThanOrEqualTo(nowNs);
            assertThat(fresh.poll(nowNs)).isTrue();
            assertThat(fresh.poll(nowNs)).isFalse();
        }
    }

    @Test
    void requestsWithinTheIntervalAreSentTogetherAtItsEnd() {
        requests.onRequest();
        assertThat(requests.poll(1000)).isTrue();
        for (int i = 1; i < 10; i++) {
            requests.onRequest();
            assertThat(requests.poll(1000 + i)).isFalse();
        }
        assertThat(requests.nextDeadlineNs()).isEqualTo(1000 + INTERVAL_NS);
        assertThat(requests.poll(1000 + INTERVAL_NS - 1)).isFalse();
        assertThat(requests.poll(1000 + INTERVAL_NS)).isTrue();
        assertThat(requests.poll(1000 + 2 * INTERVAL_NS)).isFalse();
        assertThat(requests.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aKeyFrameAnswersEverybodyWhoWaits() {
        requests.onRequest();
        assertThat(requests.poll(0)).isTrue();
        requests.onRequest();
        requests.onKeyFrame();
        assertThat(requests.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(requests.poll(INTERVAL_NS)).isFalse();
        requests.onRequest();
        assertThat(requests.poll(INTERVAL_NS)).isTrue();
    }

    @Test
    void fullIntraRequestsAreNumberedModulo256() {
        for (int i = 1; i <= 600; i++) {
            assertThat(requests.nextFirSequence()).isEqualTo(i & 0xFF);
        }
    }
}
