package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.ExportedCall;
import org.starbridge.bridge.app.LoopbackPeer;

/** Media exports over REST, with real clients and a real service: the tests of the protocol from outside. */
@Timeout(60)
class ExportTest {
    private static final int SSRC = 7001;
    private static final int OPUS = 111;

    private FarSide service;
    private ExportedCall call;

    @BeforeEach
    void start() throws Exception {
        service = FarSide.start();
        call = new ExportedCall();
    }

    @AfterEach
    void close() {
        call.close();
        service.close();
    }

    private String create(String more) {
        return "{'id':'transcriber','create':true,'url':'" + service.url("/transcribe?sessionId=m1&sendBack=true")
                + "','protocol':'mediajson','type':'transcriber','audio':true" + more + "}";
    }

    @Test
    void t01CreateWithHeadersMakesOneHandshakeAtExactlyThatUrl() throws Exception {
        HttpResponse<String> answer = call.connects(create(",'headers':{'X-Key':'k1','X-Other':'v 2'}"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        FarSide.Handshake handshake = service.handshake();
        assertThat(handshake.target()).isEqualTo("/transcribe?sessionId=m1&sendBack=true");
        assertThat(handshake.headers()).containsEntry("x-key", "k1").containsEntry("x-other", "v 2");
        JsonNode first = service.accept().next();
        assertThat(first.path("event").asText()).isEqualTo("info");
        assertThat(first.path("application").asText()).isEqualTo("starbridge");
        assertThat(first.path("version").asText()).isNotEmpty();
        assertThat(service.handshakesLeft()).isZero();
    }

    @Test
    void t02OpusOfASenderComesAsStartAndMedia() throws Exception {
        LoopbackPeer ann = call.join("ab12cd34", SSRC);
        call.connects(create(""));
        FarSide.Socket socket = service.accept();
        assertThat(socket.next().path("event").asText()).isEqualTo("info");
        byte[] payload = {(byte) 0xF8, (byte) 0xFF, (byte) 0xFE};
        for (int i = 0; i < 20; i++) {
            ann.media().send(SSRC, OPUS, 100 + i, 1000 + i * 960, 31, true, payload);
            ann.receiveFor(20_000_000);
        }

        JsonNode start = socket.next();
        assertThat(start.path("event").asText()).isEqualTo("start");
        assertThat(start.path("sequenceNumber").isTextual()).isTrue();
        assertThat(start.path("sequenceNumber").asText()).isEqualTo("1");
        assertThat(start.path("start").toString())
                .isEqualTo("{\"tag\":\"ab12cd34-a0\",\"mediaFormat\":{\"encoding\":\"opus\",\"sampleRate\":48000,"
                        + "\"channels\":2,\"parameters\":{\"useinbandfec\":\"1\"}},"
                        + "\"customParameters\":{\"endpointId\":\"ab12cd34\"}}");
        JsonNode media = socket.next();
        assertThat(media.path("event").asText()).isEqualTo("media");
        assertThat(media.path("sequenceNumber").asText()).isEqualTo("2");
        JsonNode body = media.path("media");
        assertThat(body.path("tag").asText()).isEqualTo("ab12cd34-a0");
        assertThat(body.path("chunk").isTextual()).isTrue();
        assertThat(body.path("timestamp").isTextual()).isTrue();
        assertThat(Base64.getDecoder().decode(body.path("payload").asText())).isEqualTo(payload);
        assertThat(body.path("audioLevel").isNumber()).isTrue();
        assertThat(body.path("audioLevel").asInt()).isEqualTo(31);
        assertThat(body.path("vad").asBoolean()).isTrue();
        JsonNode second = socket.next();
        assertThat(second.path("sequenceNumber").asText()).isEqualTo("3");
        assertThat(second.path("media").path("chunk").asLong())
                .isEqualTo(body.path("chunk").asLong() + 1);
        assertThat(second.path("media").path("timestamp").asLong())
                .isEqualTo(body.path("timestamp").asLong() + 960);
    }
}
