package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;

class NegotiationsTest {
    private static final int OPUS = 111;
    private static final int RED = 63;

    private final Negotiations negotiations = new Negotiations();

    @Test
    void whoNegotiatedTheSameSharesIt() {
        assertThat(negotiations.of(transport(1, 5, false)))
                .isSameAs(negotiations.of(transport(2, 5, false)))
                .isNotSameAs(negotiations.of(transport(3, 6, false)))
                .isNotSameAs(negotiations.of(transport(4, 5, true)));
    }

    @Test
    void whatIsSharedIsWhatWasNegotiated() {
        negotiations.of(transport(1, 5, false));
        Negotiation other = negotiations.of(transport(2, 6, true));
        assertThat(other.transportSequenceId()).isEqualTo(6);
        assertThat(other.acceptsTwoByteExtensions()).isTrue();
        assertThat(other.payloadType(RED)).isNotNull();
    }

    @Test
    void withoutRedundancyIsSharedApart() {
        Negotiation stripped = negotiations.withoutRedundancy(transport(1, 5, false));
        assertThat(stripped.payloadType(RED)).isNull();
        assertThat(stripped.payloadType(OPUS)).isNotNull();
        assertThat(negotiations.of(transport(1, 5, false)).payloadType(RED)).isNotNull();
        assertThat(negotiations.withoutRedundancy(transport(2, 5, false))).isSameAs(stripped);
    }

    @Test
    void tooManyDifferentOnesAreForgottenAndMadeAnew() {
        Negotiation first = negotiations.of(transport(0, 0, false));
        for (int i = 1; i <= Negotiations.MAX_NEGOTIATIONS; i++) {
            negotiations.of(transport(i, i, false));
        }
        Negotiation again = negotiations.of(transport(0, 0, false));
        assertThat(again).isNotSameAs(first);
        assertThat(again.payloadType(OPUS)).isNotNull();
    }

    @Test
    void whoIsToSayWhatItCanTakeIsSentNoTransportWideNumbers() {
        assertThat(stampedVideo(estimating(true, 3, false))).isZero();
        assertThat(estimating(true, 3, false).transportSequenceId())
                .as("in what it sends")
                .isEqualTo(5);
        assertThat(stampedVideo(estimating(false, 3, false))).isEqualTo(5);
        assertThat(stampedVideo(estimating(true, 0, false)))
                .as("it could not estimate")
                .isEqualTo(5);
    }

    @Test
    void numbersArePutWhereFeedbackWasNegotiated() {
        Negotiation both = estimating(true, 3, true);
        assertThat(both.hasTransportFeedback()).isTrue();
        assertThat(both.estimatesItself()).as("feedback is preferred").isFalse();
        assertThat(stampedVideo(both)).isEqualTo(5);
        assertThat(both.stampedTransportSequenceId(MediaKind.AUDIO))
                .as("what there is no feedback about would look lost")
                .isZero();
    }

    private static int stampedVideo(Negotiation negotiation) {
        return negotiation.stampedTransportSequenceId(MediaKind.VIDEO);
    }

    private static Negotiation estimating(boolean remb, int sendTimeId, boolean feedback) {
        Map<String, Integer> ids = sendTimeId == 0
                ? Map.of(Negotiation.TRANSPORT_SEQUENCE, 5)
                : Map.of(Negotiation.TRANSPORT_SEQUENCE, 5, Negotiation.ABSOLUTE_SEND_TIME, sendTimeId);
        PayloadType vp8 = new PayloadType(
                100, MediaKind.VIDEO, "vp8", 90_000, true, true, true, PayloadType.NOTHING, "", remb, feedback);
        return new Negotiation(new Transport(1, Map.of(100, vp8), ids, false, List.of(), Set.of()));
    }

    private static Transport transport(int key, int transportSequenceId, boolean acceptsTwoByteExtensions) {
        return new Transport(
                key,
                Map.of(
                        OPUS, new PayloadType(OPUS, MediaKind.AUDIO, "opus", 48_000, false, false),
                        RED, new PayloadType(RED, MediaKind.AUDIO, "red", 48_000, false, false)),
                Map.of(Negotiation.TRANSPORT_SEQUENCE, transportSequenceId),
                acceptsTwoByteExtensions,
                List.of(),
                Set.of());
    }
}
