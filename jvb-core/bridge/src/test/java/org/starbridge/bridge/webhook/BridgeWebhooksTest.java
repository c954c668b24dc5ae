package org.starbridge.bridge.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.ExportedCall;
import org.starbridge.bridge.export.FarSide;

/** Webhooks of a call with a media export and a recording. */
@Timeout(60)
class BridgeWebhooksTest {
    @TempDir
    private Path directory;

    @Test
    void aCallWithAnExportIsReportedFromItsBeginToItsEnd() throws Exception {
        try (WebhookReceiver receiver = new WebhookReceiver();
                FarSide service = FarSide.start();
                ExportedCall call = new ExportedCall(
                        "starbridge.webhooks.urls.0", receiver.url().toString(),
                        "starbridge.webhooks.secret", "0123456789abcdef",
                        "starbridge.recording.enabled", "true",
                        "starbridge.recording.directory", directory.toString(),
                        "starbridge.recording.rooms.0", "room")) {
            assertThat(receiver.next("room.began").path("room").asText()).isEqualTo("room@conference.test");
            call.join("ab12cd34");
            JsonNode joined = receiver.next("participant.joined");
            assertThat(joined.path("participant").asText()).isEqualTo("ab12cd34");
            assertThat(joined.path("meeting_id").asText()).isEqualTo(ExportedCall.MEETING);

            call.connects("{'id':'x','create':true,'url':'" + service.url("/transcribe?key=topsecret")
                    + "','protocol':'mediajson','type':'transcriber','audio':true}");
            JsonNode began = receiver.next("export.began");
            assertThat(began.path("export").asText()).isEqualTo("x");
            assertThat(began.path("service").asText()).isEqualTo(service.url("/transcribe"));
            service.refusal = 503;
            service.accept().vanish();
            assertThat(receiver.next("export.failed").path("room").asText()).isEqualTo("room@conference.test");

            while (!call.get("/recordings").contains(ExportedCall.MEETING)) {
                Thread.sleep(20); // conferences are looked at each second
            }
            call.expire();
            assertThat(receiver.next("participant.left").path("reason").asText())
                    .isEqualTo("conference_ended");
            assertThat(receiver.next("room.ended").path("participants").asInt()).isEqualTo(1);
            JsonNode recording = receiver.next("recording.ready");
            assertThat(recording.path("meeting_id").asText()).isEqualTo(ExportedCall.MEETING);
            assertThat(Path.of(recording.path("folder").asText())).isDirectoryContaining("glob:**events.jsonl");
            assertThat(call.get("/metrics")).contains("webhooks_delivered_total");
        }
    }
}
