package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.BridgeAccount;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.PageServer;
import org.starbridge.hammer.browser.Player.Picture;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.media.file.BundledMedia;

/**
 * One page publishes its camera with three spatial layers in one SSRC, two pages ask for different heights of it: each
 * gets the layer that it asks for, without a freeze.
 */
@Tag("browser")
@Timeout(300)
class ChromiumLayersTest {
    private static final double FREEZE_SECONDS = 1;
    private static final String CAMERA = "aaaa0001-v0";

    /** The conference to join; what its endpoints send is not looked at. */
    private static ClientConference conference(int bridgePort) {
        return new ClientConference(ConferenceOptions.builder(
                        URI.create("http://127.0.0.1:" + bridgePort), 1, 1, BundledMedia.audio(), BundledMedia.layers())
                .channel(ChannelKind.SCTP)
                .request(new VideoRequest(0, -1))
                .joinRate(10)
                .joinTimeout(Duration.ofSeconds(60))
                .build());
    }

    private static void assertNoFreeze(Picture before, Picture now, BridgeAccount account) {
        assertThat(now.of(CAMERA).frozenSeconds() - before.of(CAMERA).frozenSeconds())
                .as(() -> "seconds for which the picture was frozen. " + account.now())
                .isLessThan(FREEZE_SECONDS);
    }

    private static Chromium.Page with(Chromium.Page page, String codec) {
        page.call("useCodec", codec);
        return page;
    }

    private static long number(Map<String, Object> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).longValue();
    }

    @ParameterizedTest
    @CsvSource({"VP9, L3T3_KEY", "VP9, L3T3"})
    void eachPageIsShownTheLayerThatItAsksFor(String codec, String scalabilityMode) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                ClientConference conference = conference(bridge.privatePort());
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium browser = Chromium.open(pages.url())) {
            conference.join();
            Map<String, Object> published = with(browser.page(), codec)
                    .call("publishLayers", conference.meetingId(), "aaaa0001", scalabilityMode);
            List<Map<String, Object>> sources =
                    List.of(Map.of("name", CAMERA, "ssrc", number(published, "ssrc"), "rtx", number(published, "rtx")));
            Player low =
                    new Player(with(browser.openPage(pages.url()), codec), conference.meetingId(), "bbbb0002", sources);
            Player high =
                    new Player(with(browser.openPage(pages.url()), codec), conference.meetingId(), "cccc0003", sources);
            BridgeAccount account = new BridgeAccount(bridge);

            low.wantHeight(180);
            high.wantHeight(544);
            Picture lowBefore = low.awaitHeight(CAMERA, 136);
            Picture before = high.awaitHeight(CAMERA, 544);
            for (int[] step : new int[][] {{360, 272}, {180, 136}, {544, 544}, {180, 136}}) {
                high.wantHeight(step[0]);
                Picture now = high.awaitHeight(CAMERA, step[1]);
                assertNoFreeze(before, now, account);
                before = now;
            }
            Picture lowNow = low.awaitHeight(CAMERA, 136);
            assertNoFreeze(lowBefore, lowNow, account);
        }
    }
}
