package org.starbridge.hammer.client.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.result.SentEncoding;
import org.starbridge.hammer.measure.DelaySample;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;

class OutgoingVideoTest {
    private static final int[] HEIGHTS = {180, 360, 720};
    private static final long SECOND_NS = 1_000_000_000;

    private final SrtpSender srtp = new SrtpSender(
            SrtpCrypto.probe(),
            new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, new byte[16], new byte[12], new byte[16], new byte[12]),
            HEIGHTS.length);
    private final List<Replay> replays = new ArrayList<>();

    @AfterEach
    void close() {
        srtp.close();
    }

    private OutgoingVideo video(SenderConstraints constraints) {
        List<OutgoingStream> encodings = new ArrayList<>();
        for (int i = 0; i < HEIGHTS.length; i++) {
            Replay replay = new Replay(BundledMedia.layers().get(i), new ReplayOptions(i + 1, 100, 0, 0, 0, 1), 0);
            replays.add(replay);
            SentStream sent = new SentStream(i, 0, Codec.VP8, i + 1);
            encodings.add(new OutgoingStream(
                    sent,
                    replay,
                    srtp,
                    DelaySample.newHistogram(),
                    new OutgoingHeader(sent, new SpeakingPattern(), NegotiatedMedia.OURS),
                    null,
                    null));
        }
        return new OutgoingVideo(encodings, HEIGHTS, constraints);
    }

    private void playUntil(long nowNs) {
        for (Replay replay : replays) {
            while (nowNs >= replay.nextSendAtNs()) {
                replay.next(replay.nextSendAtNs());
            }
        }
    }

    private List<Boolean> sending() {
        return replays.stream().map(Replay::isSending).toList();
    }

    @ParameterizedTest(name = "maxHeight {0}")
    @CsvSource({
        "  -1, true,  true,  true",
        "   0, false, false, false",
        "   1, true,  false, false",
        "  90, true,  false, false",
        " 180, true,  false, false",
        " 359, true,  false, false",
        " 360, true,  true,  false",
        " 719, true,  true,  false",
        " 720, true,  true,  true",
        "2160, true,  true,  true"
    })
    void sendsWhatIsWantedAndTheLowestIfAnythingIs(int maxHeightPx, boolean low, boolean middle, boolean high) {
        OutgoingVideo video = video(SenderConstraints.OBEYED);
        playUntil(SECOND_NS);
        video.onWanted(maxHeightPx);
        playUntil(2 * SECOND_NS);
        assertThat(sending()).containsExactly(low, middle, high);
        video.onWanted(-1);
        playUntil(3 * SECOND_NS);
        assertThat(sending()).containsExactly(true, true, true);
        video.onWanted(maxHeightPx);
        playUntil(4 * SECOND_NS);
        assertThat(sending()).containsExactly(low, middle, high);
    }

    @Test
    void beginsAnewWithAKeyFrameInAllEncodingsOnlyWhenOneMoreIsWanted() {
        OutgoingVideo video = video(SenderConstraints.OBEYED);
        video.onWanted(180);
        playUntil(SECOND_NS);
        video.onWanted(720);
        for (Replay replay : replays) {
            while (!replay.next(replay.nextSendAtNs())) {
                assertThat(replay.dueNs()).isLessThan(SECOND_NS + SECOND_NS / 20);
            }
            assertThat(replay.isKeyFrameStart()).isTrue();
        }
        playUntil(2 * SECOND_NS);
        video.onWanted(360);
        for (Replay replay : replays.subList(0, 2)) {
            do {
                replay.next(replay.nextSendAtNs());
            } while (!replay.isFrameStart());
            assertThat(replay.isKeyFrameStart()).as("others don't mind").isFalse();
        }
    }

    @Test
    void goesOnWithEverythingIfItDoesNotObey() {
        OutgoingVideo video = video(SenderConstraints.IGNORED);
        video.onWanted(0);
        playUntil(SECOND_NS);
        assertThat(sending()).containsExactly(true, true, true);
    }

    @Test
    void reportsWhatWasSentOfEachEncoding() {
        OutgoingVideo video = video(SenderConstraints.OBEYED);
        playUntil(SECOND_NS);
        video.onWanted(180);
        playUntil(2 * SECOND_NS);
        video.encodings().forEach(OutgoingStream::openWindow);
        playUntil(3 * SECOND_NS);
        video.encodings().forEach(OutgoingStream::closeWindow);
        assertThat(video.sent().get(0).packets()).isGreaterThanOrEqualTo(29);
        assertThat(video.sent().get(0).isSentAtEnd()).isTrue();
        assertThat(video.sent().subList(1, 3))
                .containsExactly(new SentEncoding(360, 0, false, 0), new SentEncoding(720, 0, false, 0));
    }
}
