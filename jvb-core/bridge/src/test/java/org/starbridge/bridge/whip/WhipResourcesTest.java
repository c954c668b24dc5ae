package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.AccessToken;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.sdp.SdpLimits;
import org.starbridge.sdp.SdpReader;
import org.starbridge.sdp.TrickleFragment;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;

/** Requests and answers of RFC 9725 and the WHEP draft. */
class WhipResourcesTest {
    private static final String OFFER = WhipClient.offer("obs-publish");
    private static final String WATCH = WhipClient.offer("chromium-watch");
    private static final AccessConfig ANYBODY = new AccessConfig(true, List.of(), JwtConfig.NONE, false);
    private static final String TOKEN = "0123456789abcdef";
    private static final long SECOND_NS = 1_000_000_000;

    private final WhipClient client = new WhipClient(WhipClient.open());

    private static ConferenceSnapshot conference(WhipClient client, String meetingId) {
        return client.bridge.conferences.snapshot(meetingId).orElseThrow();
    }

    private static FakeEndpoint media(WhipClient client) {
        return client.bridge.media.added.getLast();
    }

    private static void connect(FakeEndpoint endpoint) {
        endpoint.listener.onIceState(IceState.CONNECTED);
        endpoint.listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
    }

    @Test
    void aSessionHasAResourceAndATag() {
        Answer created = client.post("/whip/studio", OFFER);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.contentType()).isEqualTo("application/sdp");
        assertThat(WhipClient.location(created)).matches("/whip/studio/[0-9a-f]{32}");
        assertThat(created.headers())
                .containsEntry("Accept-Patch", "application/trickle-ice-sdpfrag")
                .containsEntry("Link", "<stun:stun.example.org:3478>; rel=\"ice-server\"");
        assertThat(created.headers().get("ETag")).matches("\"[^\"]+\"");

        assertThat(client.delete(created).status()).isEqualTo(200);
        assertThat(client.delete(created).status()).isEqualTo(404);
        assertThat(client.bridge.conferences.contains("studio"))
                .as("the last one ends the room")
                .isFalse();
        assertThat(client.resources.sessionCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /whip/studio, 204",
        "OPTIONS, /whip/studio, 204",
        "OPTIONS, /whep/studio, 204",
        "PUT, /whip/studio, 405",
        "PATCH, /whip/studio, 405",
        "DELETE, /whip/studio, 405",
        "POST, /whip, 404",
        "POST, /whip/, 404",
        "DELETE, /whip/studio/0, 404",
        "POST, /whip/a%b, 400",
    })
    void hasTheMethodsOfTheRfc(String method, String path, int status) {
        assertThat(client.request(method, path, WhipClient.SDP, OFFER).status()).isEqualTo(status);
    }

    /** The media here never answers; with a real bridge the page's test reads the reason. */
    @Test
    void onlyASessionThatIsThereIsDiagnosed() {
        Answer created = client.post("/whip/studio", OFFER);
        String path = WhipClient.location(created) + "/why-not";
        Answer why = client.request("GET", path, "", "");
        assertThat(why.status()).isEqualTo(503);
        assertThat(why.headers()).containsEntry("Retry-After", "2");
        client.delete(created);
        assertThat(client.request("GET", path, "", "").status()).isEqualTo(404);
    }

    @Test
    void saysWhatItTakes() {
        assertThat(client.request("OPTIONS", "/whip/studio", "", "").headers())
                .containsEntry("Accept-Post", "application/sdp");
    }

    @Test
    void otherContentIsRefused() {
        Answer refused = client.request("POST", "/whip/studio", "application/json", "{}");
        assertThat(refused.status()).isEqualTo(415);
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        assertThat(client.request("POST", "/whip/studio", "Application/SDP; charset=utf-8", OFFER)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void saysWhichLineIsWrong() {
        Answer refused = client.post("/whip/studio", OFFER.replace("a=mid:0", "a=mid:(0)"));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("line 15: mid");
    }

    @Test
    void aPublisherReceivesNothing() {
        client.post("/whip/studio", OFFER);
        client.post("/whip/studio", WhipClient.offer("chromium-publish"));
        for (EndpointSnapshot endpoint : conference(client, "studio").endpoints()) {
            assertThat(client.bridge.received(endpoint.id())).isEmpty();
        }
    }

    @Test
    void nobodyCanBeWatchedInAnEmptyRoom() {
        Answer refused = client.post("/whep/studio", WATCH);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.headers()).containsEntry("Retry-After", "2");
        assertThat(client.bridge.conferences.count()).isZero();
    }

    @Test
    void aViewerGetsOneSourceOfEachKind() {
        client.post("/whip/studio?name=one", OFFER);
        client.post("/whip/studio?name=two", WhipClient.offer("gstreamer-publish"));
        client.post("/whep/studio", WATCH);
        EndpointSnapshot viewer = conference(client, "studio").endpoints().getLast();
        assertThat(viewer.visitor()).isTrue();
        assertThat(viewer.forwardedVideo()).hasSize(1);
        assertThat(client.bridge.media.transport(viewer.id()).slots()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "source=two, two-v0, 1398712364 2238416670",
        "source=two-v0, two-v0, 1398712364 2238416670",
        "source=two-a0&maxHeight=360, two-v0, 1398712364 2238416670",
        "source=one, one-v0, 2615706206 2615706205",
    })
    void aViewerGetsTheSourceThatItNames(String query, String video, String ssrcs) {
        client.post("/whip/studio?name=one", OFFER);
        client.post("/whip/studio?name=two", WhipClient.offer("gstreamer-publish"));
        assertThat(client.post("/whep/studio?" + query, WATCH).status()).isEqualTo(201);
        EndpointSnapshot viewer = conference(client, "studio").endpoints().getLast();
        assertThat(viewer.forwardedVideo()).containsExactly(video);
        assertThat(client.bridge.received(viewer.id()))
                .containsExactlyInAnyOrderElementsOf(List.of(ssrcs.split(" ")).stream()
                        .map(Integer::parseUnsignedInt)
                        .toList());
    }

    @Test
    void aHeightLimitsVideo() {
        client.post("/whip/studio?name=one", OFFER);
        client.post("/whep/studio?maxHeight=360", WATCH);
        assertThat(conference(client, "studio")
                        .endpoints()
                        .getLast()
                        .constraints()
                        .defaultMaxHeightPx())
                .isEqualTo(360);
        assertThat(client.post("/whep/studio?maxHeight=-1", WATCH).status()).isEqualTo(400);
        assertThat(client.post("/whep/studio?source=", WATCH).status()).isEqualTo(400);
    }

    @Test
    void aSourceThatComesBackIsSeenAgain() {
        Answer first = client.post("/whip/studio?name=one", OFFER);
        client.post("/whep/studio", WATCH);
        String viewer = conference(client, "studio").endpoints().getLast().id();
        var slot = client.bridge.media.transport(viewer).slots().values();
        client.delete(first);
        assertThat(client.bridge.received(viewer)).isEmpty();
        client.post("/whip/studio?name=one", WhipClient.offer("gstreamer-publish"));
        assertThat(client.bridge.media.transport(viewer).slots().values())
                .as("under the same SSRCs")
                .containsExactlyInAnyOrderElementsOf(slot);
    }

    @Test
    void aNameIsForOnePublisher() {
        client.post("/whip/studio?name=one", OFFER);
        connect(media(client));
        client.address = "192.0.2.8";
        Answer refused = client.post("/whip/studio?name=one", OFFER);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.headers()).containsEntry("Retry-After", "2");
        assertThat(refused.body()).contains("the room already has a publisher named one");
        assertThat(client.post("/whip/studio?name=a/b", OFFER).status()).isEqualTo(400);

        media(client).listener.onIceState(IceState.DISCONNECTED);
        client.bridge.nowNs.addAndGet(30 * SECOND_NS);
        assertThat(client.post("/whip/studio?name=one", OFFER).status())
                .as("it comes back after its client had gone")
                .isEqualTo(201);
        assertThat(conference(client, "studio").endpoints()).hasSize(1);
    }

    /** Its former session ends with the request: nothing but time would show that its client is gone. */
    @Test
    void aPublisherThatComesBackHasItsNameAtOnce() {
        client.post("/whip/studio?name=one", OFFER);
        connect(media(client));
        FakeEndpoint first = media(client);
        client.post("/whep/studio?source=one", WATCH);
        String viewer = conference(client, "studio").endpoints().getLast().id();

        Answer back = client.post("/whip/studio?name=one", WhipClient.offer("gstreamer-publish"));
        assertThat(back.status()).as(back.body()).isEqualTo(201);
        assertThat(first.isExpired).isTrue();
        assertThat(conference(client, "studio").endpoints())
                .extracting(EndpointSnapshot::id)
                .containsExactlyInAnyOrder("one", viewer);
        assertThat(client.bridge.received(viewer))
                .as("the viewer gets what it sends now")
                .contains(Integer.parseUnsignedInt("1398712364"));
        assertThat(client.resources.sessionCount()).isEqualTo(2);
        assertThat(client.resources.counters().get(WhipCounter.REPLACED)).isEqualTo(1);
    }

    /** Else two clients that reconnect at once would end each other without end. */
    @Test
    void whatTookANameKeepsItForAWhile() {
        client.post("/whip/studio?name=one", OFFER);
        connect(media(client));
        client.post("/whip/studio?name=one", OFFER);
        connect(media(client));
        assertThat(client.post("/whip/studio?name=one", OFFER).status()).isEqualTo(409);
        client.bridge.nowNs.addAndGet(10 * SECOND_NS - 1);
        assertThat(client.post("/whip/studio?name=one", OFFER).status()).isEqualTo(409);
        client.bridge.nowNs.addAndGet(1);
        assertThat(client.post("/whip/studio?name=one", OFFER).status()).isEqualTo(201);
    }

    @Test
    void aBadOfferEndsNothing() {
        client.post("/whip/studio?name=one", OFFER);
        connect(media(client));
        assertThat(client.post("/whip/studio?name=one", "v=0").status()).isEqualTo(400);
        assertThat(client.post("/whip/studio?name=one", OFFER.replace("a=ice-pwd", "a=x"))
                        .status())
                .isEqualTo(422);
        assertThat(media(client).isExpired).isFalse();
        assertThat(client.resources.sessionCount()).isEqualTo(1);
    }

    @Test
    void aNameIsKeptForItsToken() {
        AccessToken other = new AccessToken("fedcba9876543210", List.of("studio*"), List.of());
        AccessToken token = new AccessToken(TOKEN, List.of("studio*"), List.of());
        WhipClient guarded = new WhipClient(new WhipConfig(
                true,
                false,
                new AccessConfig(false, List.of(token, other), JwtConfig.NONE, false),
                List.of(),
                List.of(),
                List.of(),
                false,
                100,
                2));
        guarded.headers.put("Authorization", "Bearer " + TOKEN);
        guarded.post("/whip/studio?name=one", OFFER);
        connect(media(guarded));
        guarded.headers.put("Authorization", "Bearer fedcba9876543210");
        assertThat(guarded.post("/whip/studio?name=one", OFFER).status()).isEqualTo(409);
        guarded.headers.put("Authorization", "Bearer " + TOKEN);
        guarded.address = "198.51.100.9";
        assertThat(guarded.post("/whip/studio?name=one", OFFER).status())
                .as("from another network")
                .isEqualTo(201);
    }

    @Test
    void aRenewedTokenOfTheSameSubjectHasTheName() throws Exception {
        String secret = "0123456789abcdef0123456789abcdef";
        WhipClient guarded =
                guarded(new AccessConfig(false, List.of(), new JwtConfig(secret, null, null, null), false));
        List<Integer> answers = new ArrayList<>();
        for (String claims : List.of("60 anna", "60 otto", "90 anna")) {
            int seconds = Integer.parseInt(claims.substring(0, 2));
            guarded.headers.put(
                    "Authorization",
                    "Bearer "
                            + SignedTokens.hmac(
                                    secret, seconds, "{\"room\":\"*\",\"sub\":\"" + claims.substring(3) + "\"}"));
            answers.add(guarded.post("/whip/studio?name=one", OFFER).status());
            connect(media(guarded));
        }
        assertThat(answers).containsExactly(201, 409, 201);
    }

    @Test
    void aRoomOfJitsiIsFoundByItsName() {
        client.bridge.with("abcd1234");
        client.post("/whip/StandUp", OFFER);
        assertThat(client.bridge.conferences.count()).isEqualTo(1);
        assertThat(conference(client, org.starbridge.control.conference.TestBridge.MEETING)
                        .endpoints())
                .hasSize(2);
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    @Test
    void furtherCandidatesAreAdded() {
        Answer created = client.post("/whip/studio", OFFER);
        client.headers.put("If-Match", String.valueOf(created.headers().get("ETag")));
        String fragment = lines(
                "a=ice-ufrag:nLlC",
                "a=ice-pwd:P94lZ5E7bMxNrAk1JWwHyD",
                "m=audio 9 RTP/AVP 0",
                "a=mid:0",
                "a=candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host",
                "a=end-of-candidates");
        Answer answer = client.patch(created, fragment);
        assertThat(answer.status()).as(answer.body()).isEqualTo(204);
        assertThat(media(client).remotes.getLast().candidates()).hasSize(1);

        client.headers.put("If-Match", "\"another\"");
        assertThat(client.patch(created, fragment).status()).isEqualTo(412);
        client.headers.remove("If-Match");
        assertThat(client.patch(created, fragment).status()).isEqualTo(204);
        assertThat(client.patch(created, "v=0\r\n").status()).isEqualTo(400);
        assertThat(client.request("PATCH", WhipClient.location(created), WhipClient.SDP, fragment)
                        .status())
                .isEqualTo(415);
    }

    @Test
    void aTagCanBeRequired() {
        WhipClient strict =
                new WhipClient(new WhipConfig(true, false, ANYBODY, List.of(), List.of(), List.of(), true, 3, 3));
        Answer created = strict.post("/whip/studio", OFFER);
        assertThat(strict.patch(created, "a=end-of-candidates\r\n").status()).isEqualTo(428);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void iceIsRestartedByNewCredentials(boolean isConnected) throws Exception {
        Answer created = client.post("/whip/studio", OFFER);
        if (isConnected) {
            connect(media(client));
        }
        client.headers.put("If-Match", "*");
        String fragment = lines(
                "a=ice-ufrag:new1",
                "a=ice-pwd:abcdefghijklmnopqrstuv",
                "m=audio 9 RTP/AVP 0",
                "a=mid:0",
                "a=candidate:1 1 udp 2122260223 192.0.2.1 61764 typ host");
        Answer answer = client.patch(created, fragment);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.contentType()).isEqualTo("application/trickle-ice-sdpfrag");
        assertThat(answer.headers().get("ETag")).isNotEqualTo(created.headers().get("ETag"));
        TrickleFragment local = SdpReader.readFragment(answer.body(), SdpLimits.DEFAULT);
        assertThat("\"" + local.ufrag() + "\"").isEqualTo(answer.headers().get("ETag"));
        assertThat(local.candidates()).isNotEmpty();
        assertThat(media(client).restarts)
                .singleElement()
                .satisfies(credentials -> assertThat(credentials.ufrag()).isEqualTo(local.ufrag()));
        assertThat(media(client).remotes.getLast().iceRestart()).isEqualTo(1);

        client.headers.put("If-Match", String.valueOf(created.headers().get("ETag")));
        assertThat(client.patch(created, fragment).status())
                .as("a late candidate for the former ICE session")
                .isEqualTo(412);
        client.headers.clear();
        assertThat(client.patch(created, "a=ice-ufrag:new2\r\n").status()).isEqualTo(400);
    }

    @Test
    void aTokenIsForRooms() {
        WhipClient guarded = guarded();
        assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(401);
        assertThat(guarded.post("/whip/studio", OFFER).headers()).containsEntry("WWW-Authenticate", "Bearer");
        guarded.headers.put("Authorization", "Bearer 0123456789abcdeg");
        assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(401);
        guarded.headers.put("Authorization", "bearer " + TOKEN);
        assertThat(guarded.post("/whip/cellar", OFFER).status()).isEqualTo(403);
        Answer created = guarded.post("/whip/studio-2", OFFER);
        assertThat(created.status()).isEqualTo(201);
        assertThat(guarded.post("/whep/studio-2", WATCH).status()).isEqualTo(403);
        guarded.headers.clear();
        assertThat(guarded.delete(created).status()).isEqualTo(401);
    }

    private static WhipClient guarded() {
        AccessToken token = new AccessToken(TOKEN, List.of("studio*"), List.of("lobby"));
        return guarded(new AccessConfig(false, List.of(token), JwtConfig.NONE, false));
    }

    private static WhipClient guarded(AccessConfig access) {
        return new WhipClient(new WhipConfig(true, false, access, List.of(), List.of(), List.of(), false, 100, 2));
    }

    @Test
    void aTokenMayStandInTheQueryIfThatIsAllowed() {
        assertThat(guarded().post("/whip/studio?access_token=" + TOKEN, OFFER).status())
                .isEqualTo(401);
        AccessToken token = new AccessToken(TOKEN, List.of("studio*"), List.of("lobby"));
        WhipClient guarded = guarded(new AccessConfig(false, List.of(token), JwtConfig.NONE, true));
        assertThat(guarded.post("/whip/studio?access_token=" + TOKEN, OFFER).status())
                .isEqualTo(201);
    }

    @Test
    void aSignedTokenIsForTheRoomsOfItsClaims() throws Exception {
        String secret = "0123456789abcdef0123456789abcdef";
        WhipClient guarded =
                guarded(new AccessConfig(false, List.of(), new JwtConfig(secret, null, null, null), false));
        guarded.headers.put("Authorization", "Bearer " + SignedTokens.hmac(secret, 60, "{\"publish\":[\"studio*\"]}"));
        assertThat(guarded.post("/whip/studio-1", OFFER).status()).isEqualTo(201);
        assertThat(guarded.post("/whep/studio-1", WATCH).status()).isEqualTo(403);
        assertThat(guarded.post("/whip/cellar", OFFER).status()).isEqualTo(403);
        guarded.headers.put(
                "Authorization",
                "Bearer " + SignedTokens.hmac(secret, 60, "{\"publish\":[],\"watch\":[],\"room\":\"studio-1\"}"));
        assertThat(guarded.post("/whip/studio-1", OFFER).status())
                .as("two empty lists give no right, and the room adds none")
                .isEqualTo(403);
        assertThat(guarded.post("/whep/studio-1", WATCH).status()).isEqualTo(403);
        guarded.headers.put("Authorization", "Bearer " + SignedTokens.hmac(secret, 60, "{\"watch\":\"studio-1\"}"));
        assertThat(guarded.post("/whep/studio-1", WATCH).status()).isEqualTo(201);
        assertThat(guarded.post("/whip/studio-1", OFFER).status()).isEqualTo(403);
        guarded.headers.put("Authorization", "Bearer " + SignedTokens.hmac(secret, -3600, "{\"room\":\"studio-1\"}"));
        assertThat(guarded.post("/whip/studio-1", OFFER).status()).as("expired").isEqualTo(401);
        guarded.headers.put(
                "Authorization", "Bearer " + SignedTokens.hmac(secret + "x", 60, "{\"room\":\"studio-1\"}"));
        assertThat(guarded.post("/whip/studio-1", OFFER).status())
                .as("another key")
                .isEqualTo(401);
        guarded.headers.put("Authorization", "Bearer " + SignedTokens.unsigned("{\"room\":\"studio-1\"}"));
        assertThat(guarded.post("/whip/studio-1", OFFER).status())
                .as("no signature")
                .isEqualTo(401);
    }

    @Test
    void aRenewedTokenOfTheSameSubjectGoesOnWithItsSessions() throws Exception {
        String secret = "0123456789abcdef0123456789abcdef";
        WhipClient guarded =
                guarded(new AccessConfig(false, List.of(), new JwtConfig(secret, null, null, null), false));
        guarded.headers.put(
                "Authorization", "Bearer " + SignedTokens.hmac(secret, 60, "{\"room\":\"*\",\"sub\":\"anna\"}"));
        Answer created = guarded.post("/whip/studio", OFFER);
        guarded.headers.put(
                "Authorization", "Bearer " + SignedTokens.hmac(secret, 60, "{\"room\":\"*\",\"sub\":\"otto\"}"));
        assertThat(guarded.delete(created).status()).as("another one").isEqualTo(404);
        guarded.headers.put(
                "Authorization", "Bearer " + SignedTokens.hmac(secret, 90, "{\"room\":\"*\",\"sub\":\"anna\"}"));
        assertThat(guarded.delete(created).status()).isEqualTo(200);
    }

    @Test
    void clientsWithAccessGetTurnServers() {
        TurnServer fixed = new TurnServer("turn:turn.example.org:3478?transport=udp", "user", "word", null);
        TurnServer shared = new TurnServer("turns:turn.example.org:443?transport=tcp", null, null, "north");
        WhipClient guided = new WhipClient(
                new WhipConfig(true, false, ANYBODY, List.of(), List.of(), List.of(fixed, shared), false, 3, 3));
        String link =
                String.valueOf(guided.post("/whip/studio", OFFER).headers().get("Link"));
        assertThat(link)
                .startsWith("<turn:turn.example.org:3478?transport=udp>; rel=\"ice-server\"; username=\"user\"; "
                        + "credential=\"word\"; credential-type=\"password\", <turns:")
                .containsPattern("username=\"1[0-9]{9,}\"; credential=\"[A-Za-z0-9+/]{27}=\"");
        assertThat(guided.request("OPTIONS", "/whip/studio", "", "").headers())
                .as("those without access do not")
                .doesNotContainKey("Link");
    }

    @Test
    void aViewerNeedsACodecOfThePublishers() {
        client.post("/whip/studio", OFFER);
        Answer refused = client.post("/whep/studio", WATCH.replace("H264/90000", "VP8/90000"));
        assertThat(refused.status()).as(refused.body()).isEqualTo(422);
        assertThat(refused.body()).contains("send H264; the offer has AV1, VP8, VP9");
        assertThat(client.resources.counters().get(WhipCounter.REFUSED)).isEqualTo(1);
        assertThat(client.resources.counters().get(WhipCounter.PUBLISHERS)).isEqualTo(1);
    }

    /** A thousand one after the other, and a hundred at once, as many as there may be. */
    @ParameterizedTest(name = "{0} times a publisher and {1} viewers")
    @CsvSource({"1000, 0", "10, 99"})
    void sessionsThatEndLeaveNothing(int rounds, int viewers) {
        int sessions = 1 + viewers;
        WhipClient many = new WhipClient(
                new WhipConfig(true, false, ANYBODY, List.of(), List.of(), List.of(), false, sessions, sessions));
        for (int round = 0; round < rounds; round++) {
            List<Answer> created = new ArrayList<>();
            created.add(many.post("/whip/studio", OFFER));
            for (int i = 0; i < viewers; i++) {
                created.add(many.post("/whep/studio", WATCH));
            }
            assertThat(created).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
            assertThat(many.resources.sessionCount()).isEqualTo(sessions);
            created.forEach(answer -> assertThat(many.delete(answer).status()).isEqualTo(200));
            assertThat(many.resources.sessionCount()).isZero();
            assertThat(many.bridge.conferences.count()).isZero();
        }
        assertThat(many.bridge.media.added).hasSize(1000).allMatch(endpoint -> endpoint.isExpired);
    }

    @Test
    void guessingIsLimited() {
        WhipClient guarded = guarded();
        for (int i = 0; i < 20; i++) {
            assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(401);
        }
        Answer tooMany = guarded.post("/whip/studio", OFFER);
        assertThat(tooMany.status()).isEqualTo(429);
        assertThat(tooMany.headers()).containsEntry("Retry-After", "60");
        guarded.address = "192.0.2.8";
        assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(401);
        guarded.address = "192.0.2.7";
        guarded.bridge.nowNs.addAndGet(61 * SECOND_NS);
        assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(401);
    }

    /** A stranger behind the same proxy, or the same NAT, would otherwise switch it off for all. */
    @Test
    void aValidTokenIsGoodHoweverManyWrongOnesItsAddressHasSent() {
        WhipClient guarded = guarded();
        for (int i = 0; i < 30; i++) {
            guarded.post("/whip/studio", OFFER);
        }
        guarded.headers.put("Authorization", "Bearer " + TOKEN);
        assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(201);
        guarded.headers.put("Authorization", "Bearer wrong");
        assertThat(guarded.post("/whip/studio", OFFER).status()).isEqualTo(429);
    }

    /** One session in all, of one address, or with one token: the former one does not count beside the new one. */
    @ParameterizedTest
    @CsvSource({"1, 10, 10", "10, 1, 10", "10, 10, 1", "1, 1, 1"})
    void aPublisherThatComesBackTakesThePlaceOfItsFormerSession(int most, int perAddress, int perToken) {
        AccessToken token = new AccessToken(TOKEN, List.of("studio*"), List.of());
        WhipClient few = new WhipClient(new WhipConfig(
                true,
                false,
                new AccessConfig(false, List.of(token), JwtConfig.NONE, false),
                List.of(),
                List.of(),
                List.of(),
                false,
                most,
                perAddress,
                perToken));
        few.headers.put("Authorization", "Bearer " + TOKEN);
        few.post("/whip/studio?name=one", OFFER);
        connect(media(few));
        int refusal = perAddress == 1 || perToken == 1 ? 429 : 503;
        assertThat(few.post("/whip/studio?name=two", OFFER).status()).isEqualTo(refusal);
        assertThat(few.post("/whip/studio-1?name=one", OFFER).status())
                .as("another room")
                .isEqualTo(refusal);
        assertThat(few.post("/whip/studio?name=one", "v=0").status()).isEqualTo(400);
        List<Integer> meanwhile = new ArrayList<>();
        Answer back = few.post("/whip/studio?name=one", OFFER, () -> {
            meanwhile.add(few.post("/whip/studio?name=one", "v=0").status());
            meanwhile.add(few.post("/whip/studio?name=two", OFFER).status());
        });
        assertThat(meanwhile).as("one request at a time has that place").containsExactly(refusal, refusal);
        assertThat(back.status()).as(back.body()).isEqualTo(201);
        assertThat(few.resources.sessionCount()).isEqualTo(1);
        connect(media(few));
        assertThat(few.post("/whip/studio?name=one", OFFER).status())
                .as("it has just taken the name over")
                .isEqualTo(refusal);
        media(few).listener.onIceState(IceState.DISCONNECTED);
        few.bridge.nowNs.addAndGet(30 * SECOND_NS);
        assertThat(few.post("/whip/studio?name=one", OFFER).status())
                .as("its client is gone")
                .isEqualTo(201);
        few.delete(back);
        assertThat(few.resources.sessionCount()).as("the counts are right").isEqualTo(1);
        assertThat(few.post("/whip/studio-1?name=three", OFFER).status()).isEqualTo(refusal);
    }

    @Test
    void sessionsOfAllHaveALimit() {
        WhipClient few =
                new WhipClient(new WhipConfig(true, false, ANYBODY, List.of(), List.of(), List.of(), false, 2, 10, 10));
        Answer first = few.post("/whip/studio", OFFER);
        few.address = "192.0.2.8";
        few.post("/whip/studio-1", OFFER);
        few.address = "192.0.2.9";
        assertThat(few.post("/whip/studio-2", OFFER).status()).isEqualTo(503);
        few.delete(first);
        assertThat(few.post("/whip/studio-2", OFFER).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource({
        "/whip/., 400",
        "/whip/.., 400",
        "/whip/..., 201",
        "/whip/studio?name=.., 400",
        "/whip/studio?name=., 400"
    })
    void dotsAreNoNames(String path, int status) {
        assertThat(client.post(path, OFFER).status()).isEqualTo(status);
    }

    @Test
    void requestsAtTheSameTimeDoNotExceedTheLimit() {
        List<Integer> meanwhile = new ArrayList<>();
        Answer slow = client.post("/whip/slow", OFFER, () -> {
            for (int i = 0; i < 3; i++) {
                meanwhile.add(client.post("/whip/room" + i, OFFER).status());
            }
        });
        assertThat(meanwhile).containsExactly(201, 201, 429);
        assertThat(slow.status()).isEqualTo(201);
        assertThat(client.resources.sessionCount()).isEqualTo(3);

        client.delete(slow);
        assertThat(client.post("/whip/slow", "no offer").status()).isEqualTo(400);
        assertThat(client.post("/whip/slow", OFFER).status())
                .as("what was refused keeps no place")
                .isEqualTo(201);
    }

    @Test
    void sessionsAreLimited() {
        for (int i = 0; i < 3; i++) {
            assertThat(client.post("/whip/room" + i, OFFER).status()).isEqualTo(201);
        }
        assertThat(client.post("/whip/room3", OFFER).status()).isEqualTo(429);
        client.address = "192.0.2.8";
        assertThat(client.post("/whip/room3", OFFER).status()).isEqualTo(201);

        WhipClient guarded = guarded();
        guarded.headers.putAll(Map.of("Authorization", "Bearer " + TOKEN));
        guarded.post("/whip/studio", OFFER);
        guarded.post("/whip/studio-1", OFFER);
        assertThat(guarded.post("/whip/studio-2", OFFER).status()).isEqualTo(429);
    }

    @Test
    void whoDoesNotConnectOrIsGoneIsRemoved() {
        client.post("/whip/studio?name=never", OFFER);
        client.post("/whip/studio?name=gone", WhipClient.offer("gstreamer-publish"));
        connect(media(client));
        client.post("/whip/studio?name=here", WhipClient.offer("chromium-publish"));
        connect(media(client));
        client.resources.sweep();
        assertThat(client.resources.sessionCount()).isEqualTo(3);

        client.bridge.media.added.get(1).listener.onIceState(IceState.DISCONNECTED);
        client.bridge.nowNs.addAndGet(21 * SECOND_NS);
        client.resources.sweep();
        assertThat(conference(client, "studio").endpoints())
                .extracting(EndpointSnapshot::id)
                .containsExactly("here");
        assertThat(client.resources.sessionCount()).isEqualTo(1);

        client.bridge.colibri.handle(ConferenceModify.expiring("studio"));
        client.resources.sweep();
        assertThat(client.resources.sessionCount()).isZero();
    }

    @Test
    void whoJoinsDuringASweepStays() throws InterruptedException {
        WhipClient many = new WhipClient(
                new WhipConfig(true, false, ANYBODY, List.of(), List.of(), List.of(), false, 10_000, 10_000));
        many.post("/whip/studio", OFFER);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread sweeper = Thread.ofPlatform().start(() -> {
            while (!isOver.get()) {
                many.resources.sweep();
            }
        });
        for (int i = 0; i < 300; i++) {
            assertThat(many.post("/whep/studio", WATCH).status()).isEqualTo(201);
        }
        isOver.set(true);
        sweeper.join();
        assertThat(many.resources.sessionCount()).isEqualTo(301);
    }
}
