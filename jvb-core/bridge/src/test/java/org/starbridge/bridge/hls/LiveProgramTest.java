package org.starbridge.bridge.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.transcode.TranscodeConfig;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.recording.hls.HlsTiming;
import org.starbridge.recording.hls.Program;
import org.starbridge.transport.counters.SharedCounters;

/** What requests and the thread that makes segments have in common. */
@Timeout(60)
class LiveProgramTest {
    private static final long MS = 1_000_000;

    private final ObservedMediaPlane media = new ObservedMediaPlane((MediaPlane) Proxy.newProxyInstance(
            MediaPlane.class.getClassLoader(), new Class<?>[] {MediaPlane.class}, (_, _, _) -> null));

    private final LiveProgram program = new LiveProgram(
            "id",
            new LiveProgram.Subject("conference", "room", ""),
            new Program(new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 1 << 20), 1, 0),
            0,
            new LiveProgram.Shared(new SharedCounters<>(HlsCounter.class), Transcoders.start(TranscodeConfig.DEFAULT)));

    private String playlist(String rendition) {
        return new String(
                Objects.requireNonNull(program.playlist(rendition, false)).bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void requestsReadWhileThePollChangesTheProgram() throws Exception {
        CountDownLatch isHeld = new CountDownLatch(1);
        CountDownLatch isRead = new CountDownLatch(1);
        Thread poll = Thread.ofPlatform().start(() -> {
            synchronized (program) { // as a poll does
                isHeld.countDown();
                awaitQuietly(isRead);
            }
        });
        isHeld.await();
        CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> {
            assertThat(program.isReady(MS)).isFalse();
            assertThat(program.isEnded()).isFalse();
            assertThat(program.await("audio", () -> false, Long.MAX_VALUE, _ -> {}))
                    .isTrue();
            return playlist("audio");
        });
        assertThat(text.get(30, TimeUnit.SECONDS)).startsWith("#EXTM3U");
        isRead.countDown();
        poll.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theEndOfTheConferenceIsTheEndOfItsPlaylists() {
        assertThat(playlist("video-0")).doesNotContain("#EXT-X-ENDLIST");
        program.poll(media, MS); // there is no table of this conference
        assertThat(program.isEnded()).isTrue();
        assertThat(playlist("video-0")).contains("#EXT-X-ENDLIST");
        assertThat(program.playlist("video-7", false)).isNull();
    }

    @Test
    void closingAnswersThoseWhoWaitAndKeepsNoOther() throws Exception {
        CompletableFuture<Boolean> early = new CompletableFuture<>();
        assertThat(program.await("audio", () -> false, Long.MAX_VALUE, early::complete))
                .isTrue();
        program.close();
        assertThat(program.isClosed()).as("before the poll that answers").isFalse();
        program.poll(media, MS);
        assertThat(program.isClosed()).isTrue();
        assertThat(early.get(30, TimeUnit.SECONDS)).isFalse();
        assertThat(program.await("audio", () -> false, Long.MAX_VALUE, _ -> {}))
                .as("after the last poll")
                .isFalse();
        assertThat(program.waitingCount()).isZero();
    }
}
