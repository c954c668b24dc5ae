package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which encoding each rendition shows, whatever of those that were declared is sent. */
class RenditionChoiceTest {
    private static final long FRAME_NS = 40_000_000;

    private long nowNs = 1_000_000_000;

    /**
     * Frames of all encodings that are sent, each of them a key frame once a second.
     *
     * @return what each rendition got of the last round, as {@code rendition=encoding}
     */
    private List<String> send(RenditionChoice choice, String sent, int rounds) {
        List<String> last = List.of();
        for (int round = 0; round < rounds; round++) {
            last = new ArrayList<>();
            for (String name : sent.split(" ", -1)) {
                int encoding = Integer.parseInt(name);
                choice.onFrame(encoding, nowNs);
                for (int rendition = 0; rendition < choice.renditions(); rendition++) {
                    if (choice.takes(rendition, encoding, round % 25 == 0, nowNs)) {
                        last.add(rendition + "=" + encoding);
                    }
                }
            }
            last.sort(null);
            nowNs += FRAME_NS;
        }
        return last;
    }

    @ParameterizedTest
    @CsvSource({
        "3, 3, 0 1 2, 0=0 1=1 2=2",
        "3, 3, 2, 0=2 1=2 2=2", // a screen
        "3, 3, 1, 0=1 1=1 2=1",
        "3, 3, 0, 0=0 1=0 2=0",
        "3, 3, 0 2, 0=0 1=2 2=2",
        "3, 3, 0 1, 0=0 1=1 2=1",
        "3, 3, 1 2, 0=1 1=1 2=2",
        "3, 1, 2, 0=2",
        "3, 1, 0, 0=0",
        "3, 2, 0 1 2, 0=1 1=2",
        "3, 2, 2, 0=2 1=2",
        "1, 3, 0, 0=0 1=0 2=0",
        "2, 3, 0 1, 0=0 1=0 2=1",
        "2, 3, 1, 0=1 1=1 2=1"
    })
    void eachRenditionShowsTheNextBestOfWhatIsSent(int encodings, int renditions, String sent, String shown) {
        assertThat(send(new RenditionChoice(encodings, renditions), sent, 250))
                .isEqualTo(Arrays.asList(shown.split(" ", -1)));
    }

    @Test
    void atFirstEachEncodingHasItsTimeToBegin() {
        RenditionChoice choice = new RenditionChoice(3, 3);
        assertThat(send(choice, "2", 50)).containsExactly("2=2");
        assertThat(send(choice, "0 1 2", 50)).containsExactly("0=0", "1=1", "2=2");
    }

    @Test
    void anEncodingThatEndsOrComesBackIsFollowedWithAKeyFrame() {
        RenditionChoice choice = new RenditionChoice(3, 3);
        send(choice, "0 1 2", 50);
        assertThat(send(choice, "0 1", 25)).as("it may only be late").containsExactly("0=0", "1=1");
        assertThat(send(choice, "0 1", 125)).containsExactly("0=0", "1=1", "2=1");
        choice.onFrame(2, nowNs);
        assertThat(choice.takes(2, 2, false, nowNs))
                .as("not without a key frame")
                .isFalse();
        assertThat(choice.awaits(2, 2, nowNs)).isTrue();
        assertThat(choice.shows(2, 1)).isTrue();
        assertThat(choice.shows(2, 2)).isFalse();
        assertThat(send(choice, "0 1 2", 25)).containsExactly("0=0", "1=1", "2=2");
        assertThat(choice.awaits(2, 2, nowNs)).isFalse();
    }

    @Test
    void aStillScreenKeepsItsEncodings() {
        RenditionChoice choice = new RenditionChoice(3, 3);
        send(choice, "0 1 2", 50);
        for (int i = 0; i < 20; i++) {
            nowNs += 10_000_000_000L;
            assertThat(send(choice, "0 1 2", 1)).containsExactly("0=0", "1=1", "2=2");
        }
    }
}
