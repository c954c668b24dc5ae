package org.starbridge.bridge.whip;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.webhook.WebhookEvent;

/** What webhooks hear of WHIP sessions. */
class PublisherEventsTest {
    private final WhipClient client = new WhipClient(WhipClient.open());

    @Test
    void aPublisherIsReportedAndAViewerIsNot() throws Exception {
        Answer publisher =
                client.request("POST", "/whip/studio?name=ann", WhipClient.SDP, WhipClient.offer("chromium-publish"));
        assertThat(publisher.status()).isEqualTo(201);
        client.request("POST", "/whep/studio", WhipClient.SDP, WhipClient.offer("chromium-watch"));
        assertThat(client.events)
                .singleElement()
                .isInstanceOfSatisfying(
                        WebhookEvent.PublisherBegan.class,
                        began -> assertThat(began.publisher()).isEqualTo("ann"));
        client.delete(publisher);
        client.delete(publisher);
        assertThat(client.events).hasSize(2);
        assertThat(client.events.getLast())
                .isEqualTo(
                        new WebhookEvent.PublisherEnded(client.events.getFirst().conference(), "ann"));
    }
}
