package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.BridgeAccount;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.OneBrowserAtATime;
import org.starbridge.bridge.interop.PageServer;
import org.starbridge.hammer.browser.Player.Picture;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.PublishedStreams;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.testkit.EveryThirdDay;

/**
 * One page publishes its camera in three encodings, two pages only receive, and two more endpoints, who speak in turn,
 * are played by the Hammer: what a page asks for is what it is shown, without a freeze.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(300)
@EveryThirdDay(day = 0)
class ChromiumSelectionTest {
    private static final double FREEZE_SECONDS = 1;
    private static final long A_MOMENT_NS = 500_000_000;

    /** Two senders of three encodings, who themselves ask for no picture. */
    private static ClientConference conference(int bridgePort) {
        return new ClientConference(ConferenceOptions.builder(
                        URI.create("http://127.0.0.1:" + bridgePort), 2, 0, BundledMedia.audio(), BundledMedia.layers())
                .rtx(true)
                .channel(ChannelKind.SCTP)
                .request(new VideoRequest(0, -1))
                .joinRate(10)
                .joinTimeout(Duration.ofSeconds(60))
                .build());
    }

    private static Map<String, Object> source(String name, long ssrc, long rtx) {
        return Map.of("name", name, "ssrc", ssrc, "rtx", rtx);
    }

    private static void assertNoFreeze(Picture before, Picture now, String source, BridgeAccount account) {
        assertThat(now.of(source).frozenSeconds() - before.of(source).frozenSeconds())
                .as(() -> "seconds for which " + source + " was frozen. " + account.now())
                .isLessThan(FREEZE_SECONDS);
    }

    @Test
    void pagesAreShownWhatTheyAskForWithoutAFreeze() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                ClientConference conference = conference(bridge.privatePort());
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium browser = Chromium.open(pages.url())) {
            conference.join();
            String camera = "aaaa0001-v0";
            Map<String, Object> published = browser.page().call("publishEncodings", conference.meetingId(), "aaaa0001");
            List<Map<String, Object>> sources = new ArrayList<>();
            sources.add(source(camera, number(published, "ssrc"), number(published, "rtx")));
            for (PublishedStreams each : conference.published()) {
                sources.add(source(each.videoSource(), each.videoSsrc(), each.videoRtxSsrc()));
            }
            Player heights = new Player(browser.openPage(pages.url()), conference.meetingId(), "bbbb0002", sources);
            Player speakers = new Player(browser.openPage(pages.url()), conference.meetingId(), "cccc0003", sources);

            BridgeAccount account = new BridgeAccount(bridge);
            showsTheHeightThatIsAskedFor(heights, camera, account);
            showsAsManySourcesAsAreAskedFor(heights, camera, conference, account);
            showsWhoeverSpeaks(speakers, conference, account);
        }
    }

    private static long number(Map<String, Object> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).longValue();
    }

    private static void showsTheHeightThatIsAskedFor(Player player, String camera, BridgeAccount account) {
        player.wantHeight(180);
        Picture before = player.awaitHeight(camera, 120);
        for (int[] step : new int[][] {{720, 480}, {180, 120}, {360, 240}}) {
            player.wantHeight(step[0]);
            Picture now = player.awaitHeight(camera, step[1]);
            assertNoFreeze(before, now, camera, account);
            before = now;
        }
    }

    /**
     * One of the others speaks all the time: while none does, or both, the bridge may find another speaker at any
     * moment.
     */
    private static void showsAsManySourcesAsAreAskedFor(
            Player player, String camera, ClientConference conference, BridgeAccount account) {
        // Whom the bridge has never heard being quiet stands out from his own noise only now and then.
        conference.giveFloor(1);
        LockSupport.parkNanos(A_MOMENT_NS);
        conference.giveFloor(0);
        String speaking = conference.published().get(0).videoSource();
        String silent = conference.published().get(1).videoSource();
        player.want(Map.of("lastN", -1));
        Picture before =
                player.await("all three", picture -> picture.forwarded().equals(Set.of(camera, speaking, silent)));
        player.want(Map.of("lastN", 1, "selectedSources", List.of(camera)));
        player.await("one of three", picture -> picture.forwarded().equals(Set.of(camera)));
        Picture later = player.awaitFrames(camera, 30);
        assertNoFreeze(before, later, camera, account);
        player.want(Map.of("lastN", 2));
        player.await("two of three", picture -> picture.forwarded().equals(Set.of(camera, speaking)));
        // If the bridge had not yet noticed who speaks, the other one was shown for a moment, and a few frames of it
        // are under way.
        Picture two = player.awaitFrames(speaking, 15);
        Picture still = player.awaitFrames(speaking, 30);
        assertThat(still.forwarded()).containsExactlyInAnyOrder(camera, speaking);
        assertThat(still.of(silent).frames())
                .as("what is not forwarded stands still")
                .isEqualTo(two.of(silent).frames());
        assertNoFreeze(later, still, camera, account);
    }

    private static void showsWhoeverSpeaks(Player player, ClientConference conference, BridgeAccount account) {
        player.want(Map.of("lastN", 1, "defaultConstraints", Map.of("maxHeight", 360)));
        for (int speaker : new int[] {1, 0, 1}) {
            conference.giveFloor(speaker);
            String source = conference.published().get(speaker).videoSource();
            Picture begun =
                    player.await("who speaks", picture -> picture.forwarded().equals(Set.of(source)));
            Picture moving = player.await(
                    "moves", now -> now.of(source).frames() >= begun.of(source).frames() + 5);
            Picture later = player.awaitFrames(source, 30);
            assertNoFreeze(moving, later, source, account);
        }
    }
}
