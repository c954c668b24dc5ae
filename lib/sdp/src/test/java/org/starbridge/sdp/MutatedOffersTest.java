package org.starbridge.sdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.sdp.text.SdpException;

/** Offers of clients with random damage: refused, or the same after writing and reading. */
class MutatedOffersTest {
    private static final int RUNS = 3000;
    private static final String LIKELY = " \r\n=:;,/~-0123456789aAmvt*";

    @ParameterizedTest
    @ValueSource(
            strings = {"aiortc-publish", "chromium-simulcast", "firefox-publish", "gstreamer-publish", "obs-publish"})
    void areRefusedOrUnderstood(String client) throws Exception {
        String offer = text(client);
        Random random = new Random(client.hashCode());
        int understood = 0;
        for (int run = 0; run < RUNS; run++) {
            String damaged = damaged(offer, random);
            SessionDescription read;
            try {
                read = SdpReader.read(damaged, SdpLimits.DEFAULT);
            } catch (SdpException e) {
                assertThat(e.getMessage()).isNotBlank();
                continue;
            }
            understood++;
            try {
                assertThat(SdpReader.read(read.text(), SdpLimits.DEFAULT)).isEqualTo(read);
            } catch (SdpException e) {
                fail("run " + run + " was written so that it cannot be read: " + read.text(), e);
            }
        }
        assertThat(understood).as("of %s runs", RUNS).isBetween(1, RUNS - 1);
    }

    private static String text(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(MutatedOffersTest.class.getResourceAsStream("/offers/" + name + ".sdp"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String damaged(String offer, Random random) {
        StringBuilder text = new StringBuilder(offer);
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            int at = random.nextInt(text.length());
            char likely = LIKELY.charAt(random.nextInt(LIKELY.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, likely);
                case 1 -> text.insert(at, likely);
                case 2 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(8)));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(80))));
            }
        }
        return text.toString();
    }
}
