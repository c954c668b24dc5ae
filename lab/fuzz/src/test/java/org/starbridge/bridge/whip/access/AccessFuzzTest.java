package org.starbridge.bridge.whip.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.starbridge.bridge.http.route.HttpRequest;
import org.starbridge.fuzz.Requests;

/** Tokens of strangers. */
final class AccessFuzzTest {
    private static final String TOKEN = "0123456789abcdef";

    private static final AccessControl ACCESS = access();

    private static AccessControl access() {
        AccessToken token = new AccessToken(TOKEN, List.of("studio"), List.of("studio"));
        JwtConfig jwt = new JwtConfig("0123456789abcdef0123456789abcdef", null, null, null);
        AtomicLong nowNs = new AtomicLong();
        // An hour passes from one to the next: none comes too soon after others.
        return new AccessControl(
                new AccessConfig(false, List.of(token), jwt, true),
                () -> nowNs.addAndGet(Duration.ofHours(1).toNanos()));
    }

    /** In the header or in the query: all tokens but the right one are refused as unknown, or as malformed. */
    @FuzzTest
    void token(byte[] data) {
        String given = new String(data, StandardCharsets.ISO_8859_1);
        refusesWrong(given, "");
        refusesWrong("Bearer " + given, "");
        refusesWrong("", "access_token=" + given);
    }

    private static void refusesWrong(String authorization, String query) {
        Map<String, String> headers = Map.of("Authorization", authorization);
        HttpRequest request = Requests.of("POST", "/whip/studio", query, headers, new byte[0]);
        try {
            assertThat(ACCESS.require(request, Purpose.PUBLISH, "studio")).isEqualTo(TOKEN);
            assertThat(URLDecoder.decode(authorization + query, StandardCharsets.UTF_8))
                    .contains(TOKEN);
        } catch (RefusalException e) {
            assertThat(e.status()).isIn(400, 401);
        }
    }
}
