package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.whip.access.AccessConfig;
import org.starbridge.bridge.whip.access.AccessToken;
import org.starbridge.bridge.whip.access.JwtConfig;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.lastn.ReceiverConstraints;

/** The WHEP extensions for events and layers, over HTTP. */
class ViewerResourcesTest {
    private static final String OFFER = WhipClient.offer("chromium-simulcast");
    private static final String WATCH = WhipClient.offer("chromium-watch");
    private static final String JSON = "application/json";
    private static final long SECOND_NS = 1_000_000_000;

    private final WhipClient client = new WhipClient(WhipClient.open());
    private Answer publisher = Answer.empty(0);
    private Answer viewer = Answer.empty(0);

    @BeforeEach
    void join() {
        publisher = client.post("/whip/studio?name=one", OFFER);
        viewer = client.post("/whep/studio?source=one", WATCH);
        assertThat(viewer.status()).as(viewer.body()).isEqualTo(201);
    }

    private static String link(Answer session, String extension) {
        Matcher link = Pattern.compile("<([^>]*)>; rel=\"urn:ietf:params:whep:ext:core:" + extension + "\"")
                .matcher(String.valueOf(session.headers().get("Link")));
        assertThat(link.find()).as("%s in %s", extension, session.headers()).isTrue();
        return link.group(1);
    }

    private String events(String stream) {
        client.bridge.nowNs.addAndGet(SECOND_NS);
        Answer events = client.request("GET", stream, "", "");
        assertThat(events.contentType()).isEqualTo("text/event-stream");
        return events.body();
    }

    private ReceiverConstraints constraints() {
        return client.bridge
                .conferences
                .snapshot("studio")
                .orElseThrow()
                .endpoints()
                .getLast()
                .constraints();
    }

    @Test
    void onlyViewersHaveThem() {
        assertThat(viewer.headers().get("Link"))
                .contains("<stun:stun.example.org:3478>; rel=\"ice-server\"")
                .contains("; events=\"active,inactive,layers,reconnect,viewercount\"");
        assertThat(publisher.headers().get("Link")).doesNotContain("whep:ext");
        assertThat(client.request("POST", WhipClient.location(publisher) + "/sse", "", "")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void eventsFollowTheRoom() {
        Answer opened = client.request("POST", link(viewer, "server-sent-events"), JSON, "[\"active\",\"inactive\"]");
        assertThat(opened.status()).isEqualTo(201);
        String stream = WhipClient.location(opened);
        assertThat(stream).matches("/whep/studio/[0-9a-f]{32}/sse/[0-9a-f]{32}");
        assertThat(events(stream)).contains("event: active").doesNotContain("viewercount");
        assertThat(events(stream)).doesNotContain("event:");
        client.delete(publisher);
        assertThat(events(stream)).contains("event: inactive");
        client.post("/whip/studio?name=one", OFFER);
        assertThat(events(stream)).contains("event: active");

        assertThat(client.request("DELETE", stream, "", "").status()).isEqualTo(200);
        assertThat(client.request("DELETE", stream, "", "").status()).isEqualTo(404);
        assertThat(client.request("GET", stream, "", "").status()).isEqualTo(404);
    }

    @Test
    void viewersAreCountedAndStreamsEndWithTheirSession() {
        String stream = WhipClient.location(client.request("POST", link(viewer, "server-sent-events"), "", ""));
        assertThat(events(stream)).contains("data: {\"viewercount\":1}");
        client.address = "192.0.2.8";
        Answer other = client.post("/whep/studio", WATCH);
        assertThat(events(stream)).contains("data: {\"viewercount\":2}");
        client.delete(other);
        assertThat(events(stream)).contains("data: {\"viewercount\":1}");
        client.delete(viewer);
        assertThat(client.request("GET", stream, "", "").status()).isEqualTo(404);
    }

    /** A publisher that comes back goes elsewhere; until it goes, its viewers stay. */
    @Test
    void aBridgeThatBecomesEmptySendsViewersAway() {
        String stream = WhipClient.location(client.request("POST", link(viewer, "server-sent-events"), "", ""));
        client.admission = Admission.NO_NEW_ROOMS;
        assertThat(events(stream)).contains("event: active").doesNotContain("reconnect");
        client.address = "192.0.2.8";
        Answer late = client.post("/whep/studio", WATCH);
        assertThat(late.status()).as("the room has a publisher").isEqualTo(201);
        client.delete(publisher);
        assertThat(events(stream)).contains("event: inactive").contains("event: reconnect\ndata: {}\n\n");
        assertThat(events(stream)).doesNotContain("event:");
        for (String url : List.of("/whip/studio", "/whip/other", "/whep/studio")) {
            Answer refused = client.post(url, url.startsWith("/whip") ? OFFER : WATCH);
            assertThat(refused.status()).as(url).isEqualTo(503);
            assertThat(refused.headers()).containsKey("Retry-After");
        }
    }

    @Test
    void aBridgeThatEndsSendsAllViewersAway() {
        String stream = WhipClient.location(client.request("POST", link(viewer, "server-sent-events"), "", ""));
        client.admission = Admission.ENDING;
        assertThat(events(stream)).contains("event: active").contains("event: reconnect");
        assertThat(client.post("/whep/studio", WATCH).status()).isEqualTo(503);
    }

    /** As the focus of a Jitsi room does it that moves to another bridge. */
    @Test
    void aViewerWhoseConferenceIsEndedIsSentAway() {
        String stream = WhipClient.location(client.request("POST", link(viewer, "server-sent-events"), "", ""));
        assertThat(events(stream)).doesNotContain("reconnect");
        client.bridge.colibri.handle(ConferenceModify.expiring("studio"));
        client.resources.sweep();
        assertThat(client.resources.sessionCount())
                .as("the publisher has no events")
                .isEqualTo(1);
        assertThat(events(stream)).contains("event: reconnect");
        client.bridge.nowNs.addAndGet(6 * SECOND_NS);
        client.resources.sweep();
        assertThat(client.resources.sessionCount()).isZero();
        assertThat(client.request("GET", stream, "", "").status()).isEqualTo(404);
    }

    @Test
    void aLimitOfHeightIsAppliedAndTakenBack() {
        String layer = link(viewer, "layer");
        assertThat(client.request("POST", layer, JSON, "{\"maxHeight\":360}").status())
                .isEqualTo(200);
        assertThat(constraints().maxHeightPx("one-v0")).isEqualTo(360);
        assertThat(client.request("POST", layer, JSON, "{}").status()).isEqualTo(200);
        assertThat(constraints().maxHeightPx("one-v0")).isEqualTo(-1);
        assertThat(client.resources.counters().get(WhipCounter.LAYERS_SELECTED)).isEqualTo(2);
    }

    @Test
    void aTemporalLayerIsSelectedAndGivenUp() {
        String layer = link(viewer, "layer");
        assertThat(client.request("POST", layer, JSON, "{\"maxTemporalLayerId\":0}")
                        .status())
                .isEqualTo(200);
        assertThat(constraints().maxTemporalLayer()).isZero();
        assertThat(client.request("POST", layer, JSON, "{\"temporalLayerId\":1,\"maxHeight\":360}")
                        .status())
                .isEqualTo(200);
        assertThat(constraints().maxTemporalLayer()).isEqualTo(1);
        assertThat(constraints().maxHeightPx("one-v0")).isEqualTo(360);
        assertThat(client.request("POST", layer, JSON, "{}").status()).isEqualTo(200);
        assertThat(constraints().maxTemporalLayer()).isEqualTo(-1);
    }

    @Test
    void badRequestsAreRefused() {
        String layer = link(viewer, "layer");
        assertThat(client.request("POST", layer, JSON, "{\"rid\":\"none\"}").status())
                .isEqualTo(422);
        assertThat(client.request("POST", layer, JSON, "{\"mediaId\":\"9\"}").status())
                .isEqualTo(422);
        assertThat(client.request("POST", layer, JSON, "{").status()).isEqualTo(400);
        assertThat(client.request("POST", layer, "text/plain", "{}").status()).isEqualTo(415);
        assertThat(client.request("POST", link(viewer, "server-sent-events"), JSON, "{}")
                        .status())
                .isEqualTo(400);
        assertThat(client.request("GET", WhipClient.location(viewer) + "/sse/0", "", "")
                        .status())
                .isEqualTo(404);
    }

    /** An EventSource sends no token: the ids in its URL are the key. What changes something needs the token. */
    @Test
    void aStreamIsReadWithoutATokenButNotOpened() {
        AccessToken token = new AccessToken("0123456789abcdef", List.of("*"), List.of("*"));
        WhipClient guarded = new WhipClient(new WhipConfig(
                true,
                false,
                new AccessConfig(false, List.of(token), JwtConfig.NONE, false),
                List.of(),
                List.of(),
                List.of(),
                false,
                3,
                3));
        guarded.headers.put("Authorization", "Bearer " + token.value());
        guarded.post("/whip/studio?name=one", OFFER);
        Answer watched = guarded.post("/whep/studio", WATCH);
        String stream = WhipClient.location(guarded.request("POST", link(watched, "server-sent-events"), "", ""));
        guarded.headers.clear();
        assertThat(guarded.request("GET", stream, "", "").status()).isEqualTo(200);
        assertThat(guarded.request("DELETE", stream, "", "").status()).isEqualTo(401);
        assertThat(guarded.request("POST", link(watched, "server-sent-events"), "", "")
                        .status())
                .isEqualTo(401);
        assertThat(guarded.request("POST", link(watched, "layer"), JSON, "{}").status())
                .isEqualTo(401);
    }
}
