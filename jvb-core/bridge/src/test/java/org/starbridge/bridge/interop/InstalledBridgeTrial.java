package org.starbridge.bridge.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Two pages with sound and picture on a bridge that runs elsewhere, for {@code scripts/packaging/install-check}:
 * {@code STARBRIDGE_TRIAL_URL} is its public HTTP server, which must have WHIP, open for everybody.
 */
@EnabledIfEnvironmentVariable(named = "STARBRIDGE_TRIAL_URL", matches = ".+")
@Timeout(180)
class InstalledBridgeTrial {
    private static final String URL = Objects.requireNonNullElse(System.getenv("STARBRIDGE_TRIAL_URL"), "");

    /**
     * Waits until so many frames are decoded and the sound is not silence; the figures after that, or after a minute.
     */
    private static final String SEEN = """
            (async (frames) => {
                let seen = {};
                for (let i = 0; i < 120; i++) {
                    seen = {frames: 0, energy: 0};
                    for (const [name, connection] of connections) {
                        if (name !== 'you') {
                            (await connection.pc.getStats()).forEach((each) => {
                                if (each.type === 'inbound-rtp') {
                                    seen.frames += each.framesDecoded ?? 0;
                                    seen.energy += each.totalAudioEnergy ?? 0;
                                }
                            });
                        }
                    }
                    if (seen.frames >= frames && seen.energy > 0) { break; }
                    await new Promise((done) => setTimeout(done, 500));
                }
                return {frames: seen.frames, energy: String(seen.energy)};
            })""";

    private static void enter(Chromium.Page page) {
        page.call("(async () => { $('kind').value = 'camera'; $('who').value = 'speaker'; })");
        page.call("publish");
        page.call("watch");
    }

    private static void assertSeenAndHeard(Chromium.Page page) {
        Map<String, Object> seen = page.call(SEEN, 30);
        assertThat(((Number) Objects.requireNonNull(seen.get("frames"))).intValue())
                .as("%s", seen)
                .isGreaterThanOrEqualTo(30);
        assertThat(Double.parseDouble(String.valueOf(seen.get("energy")))).isPositive();
    }

    @Test
    void twoPagesSeeAndHearWhoSpeaks() throws Exception {
        try (Chromium browser = Chromium.open(URL + "/?room=installed")) {
            Chromium.Page other = browser.openPage(URL + "/?room=installed");
            enter(browser.page());
            enter(other);
            assertSeenAndHeard(browser.page());
            assertSeenAndHeard(other);
        }
    }
}
