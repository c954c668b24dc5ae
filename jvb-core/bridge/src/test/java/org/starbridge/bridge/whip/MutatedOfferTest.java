package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;

/** Offers and restarts with random damage, as far as a conference: refused with a sentence, or answered in order. */
class MutatedOfferTest {
    private static final int RUNS = 400;
    private static final String LIKELY = " \r\n=:;,/~-0123456789aAmvt*";
    private static final AccessConfig ANYBODY = new AccessConfig(true, List.of(), JwtConfig.NONE, false);

    private final WhipClient client = new WhipClient(
            new WhipConfig(true, false, ANYBODY, List.of(), List.of(), List.of(), false, 10_000, 10_000));

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(damaged.length());
            char likely = LIKELY.charAt(random.nextInt(LIKELY.length()));
            switch (random.nextInt(5)) {
                case 0 -> damaged.setCharAt(at, likely);
                case 1 -> damaged.insert(at, likely);
                case 2 -> damaged.delete(at, Math.min(damaged.length(), at + 1 + random.nextInt(9)));
                case 3 -> damaged.insert(at, damaged.substring(at, Math.min(damaged.length(), at + 200)));
                default -> swapLines(damaged, random);
            }
        }
        return damaged.toString();
    }

    private static void swapLines(StringBuilder text, Random random) {
        String[] lines = text.toString().split("\r\n", -1);
        int a = random.nextInt(lines.length);
        int b = random.nextInt(lines.length);
        String line = lines[a];
        lines[a] = lines[b];
        lines[b] = line;
        text.replace(0, text.length(), String.join("\r\n", lines));
    }

    @ParameterizedTest
    @CsvSource({
        "whip, chromium-simulcast",
        "whip, firefox-publish",
        "whip, gstreamer-publish",
        "whip, obs-publish",
        "whep, chromium-watch"
    })
    void isRefusedOrAnswered(String path, String offerer) throws Exception {
        String offer = WhipClient.offer(offerer);
        Random random = new Random(offerer.hashCode());
        client.post("/whip/studio?name=first", WhipClient.offer("chromium-publish"));
        int answered = 0;
        for (int run = 0; run < RUNS; run++) {
            String damaged = damaged(offer, random);
            Answer answer = client.post("/" + path + "/studio", damaged);
            if (answer.status() == 201) {
                answered++;
                assertThat(WhipClient.sdp(answer).media())
                        .as("run %s", run)
                        .hasSameSizeAs(
                                SdpReader.read(damaged, SdpLimits.DEFAULT).media());
                client.headers.put("If-Match", "*");
                String restart = String.join(
                        "\r\n",
                        "a=ice-ufrag:new1",
                        "a=ice-pwd:abcdefghijklmnopqrstuv",
                        "m=audio 9 RTP/AVP 0",
                        "a=candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host",
                        "");
                assertThat(client.patch(answer, damaged(restart, random)).status())
                        .as("run %s", run)
                        .isIn(200, 204, 400, 422);
                client.headers.clear();
                assertThat(client.delete(answer).status()).isEqualTo(200);
            } else {
                assertThat(answer.status()).as("run %s: %s", run, answer.body()).isIn(400, 422);
                assertThat(answer.contentType()).isEqualTo("application/problem+json");
            }
        }
        assertThat(answered).as("of %s runs", RUNS).isBetween(1, RUNS - 1);
        assertThat(client.resources.sessionCount()).isEqualTo(1);
    }
}
