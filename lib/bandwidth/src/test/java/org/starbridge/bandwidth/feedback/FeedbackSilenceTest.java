package org.starbridge.bandwidth.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeedbackSilenceTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aTransportThatSendsNothingIsNotSilent() {
        FeedbackSilence silence = new FeedbackSilence();
        assertThat(silence.durationNs(10 * SECOND)).isZero();
        silence.onSent(SECOND);
        silence.onFeedback(2 * SECOND);
        assertThat(silence.durationNs(10 * SECOND)).isZero();
    }

    @Test
    void silenceBeginsWithTheFirstUnansweredPacket() {
        FeedbackSilence silence = new FeedbackSilence();
        silence.onFeedback(SECOND);
        silence.onSent(5 * SECOND);
        silence.onSent(6 * SECOND);
        assertThat(silence.durationNs(7 * SECOND)).isEqualTo(2 * SECOND);
    }

    @Test
    void timeInWhichNothingWasReadDoesNotCount() {
        FeedbackSilence silence = new FeedbackSilence();
        silence.excuse(SECOND);
        assertThat(silence.durationNs(SECOND)).isZero();
        silence.onSent(2 * SECOND);
        silence.excuse(SECOND);
        assertThat(silence.durationNs(2 * SECOND)).isZero();
        assertThat(silence.durationNs(4 * SECOND)).isEqualTo(SECOND);
        silence.restart(5 * SECOND);
        assertThat(silence.durationNs(6 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void aReceiversLimitExpires() {
        ReceiverLimit limit = new ReceiverLimit();
        assertThat(limit.bps(0)).isEqualTo(Long.MAX_VALUE);
        limit.onReport(SECOND, 300_000);
        assertThat(limit.bps(6 * SECOND)).isEqualTo(300_000);
        assertThat(limit.bps(6 * SECOND + 1)).isEqualTo(Long.MAX_VALUE);
    }
}
