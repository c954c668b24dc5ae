package org.starbridge.hammer.client.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.result.SsrcCount;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.measure.SsrcIndex;
import org.starbridge.hammer.media.Codec;

class ReceivedSsrcsTest {
    private static final List<SentStream> STREAMS =
            List.of(new SentStream(0, 0, Codec.OPUS, 10), new SentStream(1, 0, Codec.VP8, 11));

    private static ReceivedSsrcs rewritten() {
        return ReceivedSsrcs.ofBridge(STREAMS, NegotiatedMedia.OURS, Map.of("a-a0", 0, "a-v0", 1));
    }

    @Test
    void areTheSendersIfTheBridgeHasNoneOfItsOwn() {
        ReceivedSsrcs ssrcs = ReceivedSsrcs.ofSenders(SsrcIndex.of(STREAMS), STREAMS, NegotiatedMedia.OURS);
        assertThat(ssrcs.find(11)).isEqualTo(1);
        assertThat(ssrcs.registers()[1].ssrc()).isEqualTo(11);
    }

    @Test
    void areThoseThatTheBridgeSaysAreItsOwn() {
        ReceivedSsrcs ssrcs = rewritten();
        assertThat(ssrcs.find(11)).as("unknown").isEqualTo(-1);
        ssrcs.onMapped("a-v0", -7);
        ssrcs.onMapped("a-v0", -7);
        ssrcs.onMapped("b-v0", -8);
        assertThat(ssrcs.find(-7)).isEqualTo(1);
        assertThat(ssrcs.registers()[1].ssrc()).as("of which is reported").isEqualTo(-7);
        assertThat(ssrcs.find(-8)).as("of an unknown source").isEqualTo(-1);
        assertThat(ssrcs.count()).isEqualTo(new SsrcCount(1, 0));
    }

    @Test
    void stayWhatTheyWereAtFirst() {
        ReceivedSsrcs ssrcs = rewritten();
        ssrcs.onMapped("a-v0", -7);
        ssrcs.onMapped("a-a0", -7);
        ssrcs.onMapped("a-v0", -9);
        assertThat(ssrcs.find(-7)).isEqualTo(1);
        assertThat(ssrcs.find(-9)).isEqualTo(-1);
        assertThat(ssrcs.count()).isEqualTo(new SsrcCount(1, 2));
    }
}
