package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.testkit.EveryThirdDay;

/**
 * Cameras of a real browser take turns in the only slot of a viewer whose SSRCs are rewritten, in VP8, VP9, AV1 and
 * H.264 at the same time and with frame descriptors negotiated. Each time frames go on at once, also where the camera
 * that comes has numbered fewer frames, by ten seconds, than the one before it.
 */
@Tag("browser")
@ExtendWith(OneBrowserAtATime.class)
@Timeout(240)
@EveryThirdDay(day = 1)
class ChromiumSlotTest {
    private static final String OLD = "aaaa0001";
    private static final String YOUNG = "bbbb0002";
    private static final String VIEWER = "cccc0003";
    /** The height tells whose picture it is. */
    private static final int OLD_HEIGHT = 180;

    private static final int YOUNG_HEIGHT = 240;
    private static final int CODECS = 4;
    private static final long AGE_NS = 10_000_000_000L;
    private static final int WATCH_MS = 2000;
    /** How long a frozen picture is watched, to say how long it lasts. */
    private static final int LIMIT_MS = 15_000;

    private static final int PAUSE_MS = 1000;

    @Test
    void framesGoOnWhicheverSourceTakesTheSlot() throws Exception {
        try (Bridge bridge = FreePorts.bridge("videobridge.ssrc-limit.video", "1");
                PageServer pages = new PageServer(bridge.privatePort());
                Chromium browser = Chromium.open(pages.url())) {
            BridgeAccount account = new BridgeAccount(bridge);
            browser.call("publishInCalls", OLD, OLD_HEIGHT, true);
            browser.call("viewCalls", VIEWER);
            browser.call("preferInCalls", VIEWER, OLD + "-v0");
            LockSupport.parkNanos(AGE_NS);
            browser.call("publishInCalls", YOUNG, YOUNG_HEIGHT, false);

            assertGoesOn(show(browser, YOUNG, YOUNG_HEIGHT), account);
            assertGoesOn(show(browser, OLD, OLD_HEIGHT), account);
            assertGoesOn(
                    browser.call("leaveCalls", OLD, VIEWER, YOUNG + "-v0", YOUNG_HEIGHT, WATCH_MS, LIMIT_MS), account);
            browser.call("publishInCalls", OLD, OLD_HEIGHT, false); // it is the younger one now
            assertGoesOn(show(browser, OLD, OLD_HEIGHT), account);
            assertGoesOn(show(browser, YOUNG, YOUNG_HEIGHT), account);
        }
    }

    private static Map<String, Object> show(Chromium browser, String owner, int height) {
        return browser.call("showInCalls", VIEWER, owner + "-v0", height, WATCH_MS, LIMIT_MS);
    }

    private static void assertGoesOn(Map<String, Object> outcome, BridgeAccount account) {
        List<?> changes = (List<?>) Objects.requireNonNull(outcome.get("changes"));
        assertThat(changes).hasSize(CODECS);
        List<Object> frozen = new ArrayList<>();
        for (Object each : changes) {
            Map<?, ?> change = (Map<?, ?>) each;
            int firstMs = milliseconds(change, "firstMs");
            if (firstMs < 0 || firstMs > PAUSE_MS || milliseconds(change, "stallMs") > PAUSE_MS) {
                frozen.add(change);
            }
        }
        assertThat(frozen).as(account::now).isEmpty();
    }

    private static int milliseconds(Map<?, ?> change, String name) {
        return ((Number) Objects.requireNonNull(change.get(name), name)).intValue();
    }
}
