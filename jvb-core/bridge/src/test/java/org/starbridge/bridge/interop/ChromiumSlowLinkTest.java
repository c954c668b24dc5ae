package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.EveryThirdDay;
import org.starbridge.transport.link.LinkConditions;

/** A real browser behind a link that carries less than a sender's video: its audio must not drown in it. */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(180)
@EveryThirdDay(day = 2)
class ChromiumSlowLinkTest {
    /** So that the camera's bit rate is more than a slow link carries. */
    private static final int FRAMES_PER_SECOND = 30;

    private static final long LINK_BPS = 200_000;
    private static final LinkConditions LINK =
            LinkConditions.PERFECT.withRate(LINK_BPS).withQueueMs(300);
    private static final int SETTLING_MS = 6_000;
    private static final int MEASURED_MS = 10_000;

    @Test
    void audioArrivesOverALinkThatCannotCarryTheVideo() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                ImpairedPath link = ImpairedPath.down(bridge.mediaPort(), LINK);
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium publisher = Chromium.open(pages.url(), FRAMES_PER_SECOND);
                Chromium near = Chromium.open(pages.url(), FRAMES_PER_SECOND);
                Chromium far = Chromium.open(pages.url(), FRAMES_PER_SECOND)) {
            Map<String, Object> ssrcs = publisher.call("publish", "slow-link", "aaaa0001", "actpass");
            near.call("play", "slow-link", "bbbb0002", ssrcs, "actpass", false);
            far.call("play", "slow-link", "cccc0003", ssrcs, "actpass", false, link.port());
            Thread.sleep(SETTLING_MS);
            Map<String, Object> before = far.call("received");
            Map<String, Object> nearBefore = near.call("received");
            Thread.sleep(MEASURED_MS);
            Map<String, Object> after = far.call("received");
            Map<String, Object> nearAfter = near.call("received");

            double sentBps = grown(nearBefore, nearAfter, "videoBytes") * 8000 / MEASURED_MS;
            assertThat(sentBps).as("the link is slower than the video").isGreaterThan(LINK_BPS * 1.2);
            double lost = grown(before, after, "audioLost");
            assertThat(lost / (lost + grown(before, after, "audioPackets")))
                    .as("share of the audio that is lost")
                    .isLessThan(0.1);
            assertThat(link.dropped()).as("datagrams that the link dropped").isPositive();
            publisher.call("expire");
        }
    }

    private static double grown(Map<String, Object> before, Map<String, Object> after, String name) {
        return number(after, name) - number(before, name);
    }

    private static double number(Map<String, Object> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).doubleValue();
    }
}
