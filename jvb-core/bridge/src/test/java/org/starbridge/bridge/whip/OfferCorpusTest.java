package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Candidate;
import org.starbridge.sdp.attribute.OtherAttribute;
import org.starbridge.testkit.DailyShare;

/**
 * Offers in the forms of many clients, each with two hundred harmless changes, fifty of them a day, and harmful ones.
 */
class OfferCorpusTest {
    private static final List<Integer> CHANGES = DailyShare.of(
            "OfferCorpusTest, changes of each offer",
            50,
            IntStream.range(0, 200).boxed().toList());
    private static final Path CORPUS = Path.of("..", "..", "lib", "sdp", "src", "test", "resources", "offers");

    /** What an answer has from chance. */
    private static final Pattern RANDOM = Pattern.compile("o=.*|a=(ice-ufrag|ice-pwd|ssrc|ssrc-group|candidate):.*");

    private final WhipClient client = new WhipClient(WhipClient.open());

    static List<String> offers() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sdp"))
                    .map(name -> name.replace(".sdp", ""))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void areThoseOfManyClients() throws IOException {
        assertThat(offers()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(offers().stream().filter(OfferCorpusTest::isViewer)).hasSizeGreaterThanOrEqualTo(7);
    }

    private static boolean isViewer(String name) {
        return name.endsWith("-watch");
    }

    private Answer post(String name, String offer) {
        return client.post(isViewer(name) ? "/whep/studio" : "/whip/stage", offer);
    }

    @ParameterizedTest
    @MethodSource("offers")
    void whatClientsWriteTheirOwnWayIsAllTheSame(String name) throws Exception {
        client.post("/whip/studio?name=vp8", WhipClient.offer("chromium-publish"));
        client.post("/whip/studio?name=h264", WhipClient.offer("obs-publish"));
        String offer = WhipClient.offer(name);
        Answer plain = post(name, offer);
        assertThat(plain.status()).as(plain.body()).isEqualTo(201);
        assertThat(WhipClient.sdp(plain).media())
                .filteredOn(section -> !section.media().equals("application"))
                .as("all of its sound and picture is taken")
                .allMatch(section -> !section.isRejected());
        client.delete(plain);
        List<String> read = normal(SdpReader.read(offer, SdpLimits.DEFAULT));
        for (int seed : CHANGES) {
            String changed = new HarmlessMutations(seed).of(offer);
            Answer answer = post(name, changed);
            assertThat(answer.status())
                    .as("seed %s: %s in%n%s", seed, answer.body(), changed)
                    .isEqualTo(201);
            assertThat(normal(answer.body())).as("seed %s", seed).isEqualTo(normal(plain.body()));
            assertThat(normal(SdpReader.read(changed, SdpLimits.DEFAULT)))
                    .as("seed %s", seed)
                    .isEqualTo(read);
            client.delete(answer);
        }
    }

    /** Lines of each section, without what chance made and without their order. */
    private static List<String> normal(String answer) {
        List<String> all = new ArrayList<>();
        List<String> part = new ArrayList<>();
        for (String line : answer.lines().toList()) {
            if (line.startsWith("m=")) {
                Collections.sort(part);
                all.addAll(part);
                part.clear();
            }
            if (!RANDOM.matcher(line).matches()) {
                part.add(line.toLowerCase(Locale.ROOT));
            }
        }
        Collections.sort(part);
        all.addAll(part);
        return all;
    }

    /** All that has a meaning here, of the session and of each section. */
    private static List<String> normal(SessionDescription offer) {
        List<String> all = new ArrayList<>(normal(offer.attributes().list()));
        all.addAll(offer.bundle());
        for (MediaSection section : offer.media()) {
            all.add(section.media() + " " + section.port() + " " + section.protocol() + " " + section.formats() + " "
                    + section.mid() + " " + offer.direction(section));
            all.addAll(normal(section.attributes().list()));
        }
        return all;
    }

    private static List<String> normal(List<Attribute> attributes) {
        return attributes.stream()
                .filter(attribute -> !(attribute instanceof OtherAttribute))
                .filter(attribute -> !attribute
                        .text()
                        .matches("(?i)(ice-options|msid|group:LS|end-of-candidates|ssrc-group:UNKNOWN).*"))
                .filter(attribute -> !(attribute instanceof Candidate candidate) || candidate.priority() > 1)
                .filter(attribute -> !(attribute instanceof Candidate candidate)
                        || !candidate.extensions().containsKey("tcptype"))
                .map(attribute -> attribute.text().toLowerCase(Locale.ROOT))
                .sorted()
                .toList();
    }

    @Test
    void fragmentsOfManyFormsAreTakenAlike() throws Exception {
        for (String fragment : List.of("""
                a=ice-ufrag:nLlC
                a=ice-pwd:P94lZ5E7bMxNrAk1JWwHyD
                m=audio 9 UDP/TLS/RTP/SAVPF 0
                a=mid:0
                a=candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host
                a=candidate:2 1 udp 1686052607 198.51.100.7 61764 typ srflx raddr 192.0.2.1 rport 61764
                a=end-of-candidates
                """, """
                m=audio 9 RTP/AVP 0
                a=mid:0
                a=ice-ufrag:nLlC
                a=ice-pwd:P94lZ5E7bMxNrAk1JWwHyD
                a=candidate:1 1 UDP 2122260223 192.0.2.1 61764 typ host generation 0 ufrag nLlC network-id 1
                m=video 9 RTP/AVP 0
                a=mid:1
                a=ice-ufrag:nLlC
                a=ice-pwd:P94lZ5E7bMxNrAk1JWwHyD
                a=candidate:2 1 UDP 1686052607 198.51.100.7 61764 typ srflx raddr 192.0.2.1 rport 61764
                """)) {
            Answer created = client.post("/whip/stage", WhipClient.offer("obs-publish"));
            for (int seed : CHANGES) {
                String changed = new HarmlessMutations(seed).of(fragment).replaceAll("(?i) *[epu]=.*\r?\n", "");
                Answer answer = client.patch(created, changed);
                assertThat(answer.status())
                        .as("seed %s: %s in%n%s", seed, answer.body(), changed)
                        .isEqualTo(204);
                assertThat(SdpReader.readFragment(changed, SdpLimits.DEFAULT).candidates())
                        .extracting(Candidate::address)
                        .as("seed %s", seed)
                        .contains("192.0.2.1", "198.51.100.7");
            }
            client.delete(created);
        }
    }

    /** Tolerance is not blindness: each of these is refused, with what is wrong. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v=0 | v=1 | 400 | version \"1\": expected 0",
                "v=0 | a=x | 400 | a line v= is missing",
                "o=rtc 3766152309 0 IN IP4 127.0.0.1 | a=x | 400 | a line o= is missing",
                "o=rtc 3766152309 0 IN IP4 127.0.0.1 | o=rtc 0 | 400 | origin without a session version",
                "a=mid:1 | a=mid:0 | 400 | two sections with mid \"0\"",
                "a=mid:1 | a=mid: | 400 | mid \"\": expected a value",
                "a=mid:1 | a=mid:7 | 201 | m=video 0",
                "a=group:BUNDLE 0 1 | a=group:LS 0 1 | 422 | several media sections without a bundle",
                "a=ice-ufrag:nLlC | a=ice-ufrag:nL | 400 | ice-ufrag \"nL\": expected 4 to 256",
                "a=ice-ufrag:nLlC | a=x | 422 | a=ice-ufrag is missing",
                "a=ice-pwd:P94lZ5E7bMxNrAk1JWwHyD | a=ice-pwd:short | 400 | ice-pwd of 5 characters",
                "a=ice-pwd:P94lZ5E7bMxNrAk1JWwHyD | a=x | 422 | a=ice-pwd is missing",
                "a=fingerprint:sha-256 8D: | a=x: | 422 | a=fingerprint is missing",
                "a=fingerprint:sha-256 8D: | a=fingerprint:sha-256 8: | 400 | pairs of hex digits",
                "a=fingerprint:sha-256 8D: | a=fingerprint:sha-1 8D: | 422 | sha-1",
                "a=setup:actpass | a=setup:holdconn | 422 | expected actpass",
                "a=setup:actpass | a=setup:server | 400 | setup \"server\"",
                "m=video 9 UDP/TLS/RTP/SAVPF 96 | m=video 9 UDP/TLS/RTP/SAVPF 196 | 400 | payload type \"196\"",
                "m=video 9 UDP/TLS/RTP/SAVPF 96 | m=video 9 UDP/TLS/RTP/SAVPF 111 | 201 | m=video 0",
                "m=video 9 UDP/TLS/RTP/SAVPF 96 | m=video 9 RTP/AVP 96 | 201 | m=video 0",
                "m=video 9 UDP/TLS/RTP/SAVPF 96 | m=video 70000 UDP/TLS/RTP/SAVPF 96 | 400 | port \"70000\"",
                "m=video 9 UDP/TLS/RTP/SAVPF 96 | m=video 0 UDP/TLS/RTP/SAVPF 96 | 201 | m=video 0",
                "m=audio 9 UDP/TLS/RTP/SAVPF 111 | m=audio 9 UDP/TLS/RTP/SAVPF 96 | 201 | m=audio 0",
                "a=rtpmap:96 H264/90000 | a=rtpmap:96 H264 | 400 | expected an encoding like VP8/90000",
                "a=rtpmap:96 H264/90000 | a=rtpmap:96 H264/0 | 400 | clock rate \"0\"",
                "a=rtpmap:96 H264/90000 | a=rtpmap:96 theora/90000 | 201 | m=video 0",
                "a=ssrc:2615706206 cname | a=ssrc:4294967296 cname | 400 | number \"4294967296\"",
                "a=ssrc:2615706206 cname | a=ssrc:2615706205 cname | 422 | ssrc 2615706205 belongs to another SSRC",
            })
    void whatHasAMeaningMustBeRight(String right, String wrong, int status, String sentence) {
        String offer = WhipClient.offer("obs-publish");
        assertThat(offer).contains(right);
        for (int seed = 0; seed < 20; seed++) {
            String changed = new HarmlessMutations(seed).of(offer.replaceFirst(Pattern.quote(right), wrong));
            Answer answer = client.post("/whip/stage", changed);
            assertThat(answer.status()).as("%s to%n%s", answer.body(), changed).isEqualTo(status);
            assertThat(answer.body().replace("\\\"", "\"")).containsIgnoringCase(sentence);
            if (status == 201) {
                client.delete(answer);
            }
        }
        assertThat(client.resources.sessionCount()).isZero();
    }

    /** A damaged simulcast offer would send what the bridge could not tell apart. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=simulcast:send h;m;l | a=simulcast:send h;m; | 400 | rid \"\"",
                "a=simulcast:send h;m;l | a=simulcast:up h;m;l | 400 | direction \"up\"",
                "a=rid:h send | a=rid:h! send | 400 | rid",
                "a=rid:h send | a=rid:h both | 400 | direction \"both\"",
            })
    void encodingsMustBeRight(String right, String wrong, int status, String sentence) {
        String offer = WhipClient.offer("firefox-simulcast");
        assertThat(offer).contains(right);
        Answer answer = client.post("/whip/stage", offer.replace(right, wrong));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body().replace("\\\"", "\"")).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v=0 | a line v= is not expected here",
                "a=candidate:1 1 udp 1 192.0.2.1 70000 typ host | port \"70000\"",
                "a=candidate:1 1 udp 1 192.0.2.1 5000 host | expected the word typ",
                "m=audio | media without a port",
                "a=ice-ufrag:new1 | a new a=ice-ufrag without a=ice-pwd: expected both",
                "nonsense | expected a letter, = and a value",
            })
    void fragmentsMustBeRight(String fragment, String sentence) {
        Answer created = client.post("/whip/stage", WhipClient.offer("obs-publish"));
        Answer answer = client.patch(created, fragment + "\r\n");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().replace("\\\"", "\"")).contains(sentence);
    }
}
