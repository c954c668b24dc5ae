package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.ClientChannel;
import org.starbridge.bridge.app.ExportedCall;
import org.starbridge.bridge.app.LoopbackMedia;
import org.starbridge.bridge.app.LoopbackPeer;
import org.starbridge.rtp.memory.Slab;

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
        call.join("ab12cd34"); // a request that leaves a conference empty ends it
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

    /** Sends packets of Opus, one each 20 ms. */
    private static void speak(LoopbackPeer peer, int from, int count, int level) throws Exception {
        for (int i = from; i < from + count; i++) {
            peer.media().send(SSRC, OPUS, i, i * 960, level, level < 127, new byte[] {(byte) i, 1, 2});
            peer.receiveFor(20_000_000);
        }
    }

    @Test
    void t01TheAnswerComesAlsoIfTheServiceHangs() throws Exception {
        call.join("ab12cd34");
        try (ServerSocket hanging = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            String entry =
                    create("").replace(Integer.toString(service.port()), Integer.toString(hanging.getLocalPort()));
            assertThat(call.connects(entry).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void t04AudioIsExportedWhileItsSourceIsSignalled() throws Exception {
        LoopbackPeer ann = call.join("ab12cd34");
        call.connects(create(""));
        FarSide.Socket socket = service.accept();
        socket.next("info");
        speak(ann, 100, 10, 30);
        assertThat(socket.nextWithin(200)).isNull();

        call.declare("ab12cd34", ExportedCall.source("ab12cd34-a0", SSRC, false));
        speak(ann, 110, 10, 30);
        assertThat(socket.next("start").path("start").path("tag").asText()).isEqualTo("ab12cd34-a0");
        long last = 0;
        for (JsonNode event = socket.next(); event != null; event = socket.nextWithin(500)) {
            last = event.path("media").path("chunk").asLong();
        }
        assertThat(last).isEqualTo(119);

        call.declare("ab12cd34");
        speak(ann, 120, 10, 30);
        assertThat(socket.nextWithin(300)).as("not even a stop").isNull();
    }

    @Test
    void t05RedIsUnpackedAndTonesAreLeftOut() throws Exception {
        LoopbackPeer ann = call.join("ab12cd3d", SSRC);
        call.connects(create(""));
        FarSide.Socket socket = service.accept();
        socket.next("info");
        speak(ann, 100, 3, 30);
        byte[] red = {(byte) (0x80 | OPUS), 0, 0, 2, OPUS, 7, 7, 42, 43};
        ann.media().send(SSRC, 112, 103, 103 * 960, 30, true, red);
        ann.media().send(SSRC, 126, 104, 104 * 960, 30, true, new byte[] {1, 2, 3, 4});
        speak(ann, 105, 3, 30);

        JsonNode start = socket.next();
        assertThat(start.path("event").asText()).isEqualTo("start");
        assertThat(start.path("start").path("diarize").asBoolean()).isTrue();
        List<Long> chunks = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            JsonNode event = socket.next();
            assertThat(event.path("event").asText()).isEqualTo("media");
            chunks.add(event.path("media").path("chunk").asLong());
            if (chunks.getLast() == 103) {
                assertThat(Base64.getDecoder()
                                .decode(event.path("media").path("payload").asText()))
                        .containsExactly(42, 43);
            }
        }
        assertThat(chunks).containsExactly(100L, 101L, 102L, 103L, 105L, 106L, 107L);
    }

    @Test
    void t06OfSilenceOnlyItsBeginComes() throws Exception {
        LoopbackPeer ann = call.join("ab12cd34", SSRC);
        call.connects(create(""));
        FarSide.Socket socket = service.accept();
        socket.next("info");
        speak(ann, 100, 3, 30);
        speak(ann, 103, 10, 127);
        call.patch("{'endpoints':[{'id':'ab12cd34','force-mute':{'audio':true}}]}");
        speak(ann, 113, 5, 30);
        int packets = 0;
        for (JsonNode event = socket.next(); event != null; event = socket.nextWithin(300)) {
            packets += event.path("event").asText().equals("media") ? 1 : 0;
        }
        assertThat(packets).isEqualTo(6);
    }

    /** Those that are not among the loudest are not forwarded, but exported. */
    @Test
    void whoIsNotAmongTheLoudestIsExported() throws Exception {
        int loudSsrc = 7002;
        try (ExportedCall crowded = new ExportedCall(
                "videobridge.loudest.route-loudest-only", "true",
                "videobridge.loudest.num-loudest", "1",
                "videobridge.loudest.always-route-dominant", "false")) {
            LoopbackPeer quiet = crowded.join("ab12cd34", SSRC);
            LoopbackPeer loud = crowded.join("cd34ab12", loudSsrc);
            LoopbackPeer listener = crowded.join("ef56ab12");
            listener.media();
            crowded.connects(create(",'exports':['ab12cd34-a0']"));
            FarSide.Socket socket = service.accept();
            socket.next("info");
            for (int i = 0; i < 60; i++) {
                loud.media().send(loudSsrc, OPUS, i, i * 960, 5, true, new byte[] {1});
                quiet.media().send(SSRC, OPUS, i, i * 960, 90, true, new byte[] {(byte) i, 1, 2});
                loud.receiveFor(5_000_000);
                quiet.receiveFor(5_000_000);
                listener.receiveFor(10_000_000);
            }
            List<LoopbackMedia.Received> heard = listener.media().take();
            assertThat(heard).filteredOn(each -> each.ssrc() == loudSsrc).hasSizeGreaterThan(30);
            assertThat(heard).filteredOn(each -> each.ssrc() == SSRC).hasSizeLessThan(10);
            int exported = 0;
            for (JsonNode event = socket.next(); event != null; event = socket.nextWithin(500)) {
                exported += event.path("event").asText().equals("media") ? 1 : 0;
            }
            assertThat(exported).isEqualTo(60);
        }
    }

    @Test
    void t09AfterAnErrorOfTheServiceItIsConnectedAgain() throws Exception {
        LoopbackPeer ann = call.join("ab12cd34", SSRC);
        call.connects(create(""));
        FarSide.Socket first = service.accept();
        first.next("info");
        speak(ann, 100, 3, 30);
        first.close(1011);
        FarSide.Socket second = service.accept();
        second.next("info");
        speak(ann, 103, 3, 30);
        assertThat(second.next().path("sequenceNumber").asText()).isEqualTo("1");
        service.handshake();
        service.handshake();
        service.refusal = 401;
        second.vanish();
        service.handshake();
        service.refusal = 0;
        service.accept().next("info");
        assertThat(call.stat("total_exporter_websocket_internal_errors")).isEqualTo(1);
        assertThat(call.stat("total_exporter_websocket_failures")).isGreaterThanOrEqualTo(2);
        assertThat(call.stat("total_exporter_starts")).isEqualTo(1);
        assertThat(call.stat("conferences")).isEqualTo(1);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(endNs);
            Thread.sleep(20);
        }
    }

    @Test
    void t12ATranslatedSourceIsHeardByItsSubscriberAndIsNoParticipant() throws Exception {
        LoopbackPeer ann = call.join("ab12cd34", SSRC);
        LoopbackPeer bob = call.join("cd34ab12");
        bob.media();
        try (ClientChannel channel = call.channel("cd34ab12")) {
            channel.next("ServerHello");
            channel.say(
                    "{'colibriClass':'ReceiverAudioSubscription','all':true,'include':['ab12cd34-a0.fr'],'exclude':[]}");
            call.declare(
                    "ab12cd34",
                    ExportedCall.source("ab12cd34-a0", SSRC, false),
                    ExportedCall.source("ab12cd34-a0.fr", 9001, true));
            call.connects(create(",'exports':['ab12cd34-a0'],'requests':['ab12cd34-a0.fr']"));
            FarSide.Socket socket = service.accept();
            socket.next("info");

            socket.say("{'event':'transcription-result','transcript':[{'text':'good morning'}]}");
            JsonNode message = channel.next("EndpointMessage");
            assertThat(message.path("from").asText()).isEqualTo("transcriber");
            assertThat(message.path("msgPayload").toString())
                    .isEqualTo("{\"event\":\"transcription-result\",\"transcript\":[{\"text\":\"good morning\"}]}");
            assertThat(channel.nextWithin("EndpointMessage", 100)).as("once").isNull();

            List<LoopbackMedia.Received> heard = new ArrayList<>();
            for (int i = 0; i < 500 && heard.isEmpty(); i++) {
                socket.say("{'event':'media','sequenceNumber':" + i + ",'media':{'tag':'ab12cd34-a0.fr','chunk':" + i
                        + ",'timestamp':" + i * 960 + ",'payload':'+P/+'}}");
                bob.receiveFor(20_000_000);
                heard.addAll(bob.media().take());
            }
            assertThat(heard.getFirst().ssrc()).isEqualTo(9001);
            assertThat(heard.getFirst().payloadType()).isEqualTo(OPUS);
            assertThat(heard.getFirst().payload()).containsExactly(0xF8, 0xFF, 0xFE);
            ann.receiveFor(10_000_000);
            assertThat(ann.media().take()).as("its owner did not ask").isEmpty();
            assertThat(call.stat("participants")).isEqualTo(2);
            assertThat(call.get("/debug?full=true"))
                    .doesNotContain("(synthetic audio)")
                    .contains("\"known_sources\":[{\"ssrc\":7001,\"name\":\"ab12cd34-a0\",\"owner\":\"ab12cd34\","
                            + "\"synthetic\":false},{\"ssrc\":9001,\"name\":\"ab12cd34-a0.fr\",\"owner\":\"ab12cd34\","
                            + "\"synthetic\":true}]")
                    .contains("\"diarize\":false")
                    .doesNotContain("\"diarize\":true");
        }
    }

    /** Sockets and files of this process. */
    private static long openDescriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    @Test
    void t14AnEndIsToldAndNothingIsLeft() throws Exception {
        call.join("ab12cd34", SSRC);
        long memory = Slab.liveBlocks();
        call.connects(create(""));
        FarSide.Socket socket = service.accept();
        socket.next("info");
        call.connects(create("").replace("'create'", "'expire'"));
        assertThat(socket.next().path("event").asText()).isEqualTo("session-end");
        assertThat(socket.closeCode()).isEqualTo(1001);
        long descriptors = openDescriptors();
        int cycles = Boolean.getBoolean("starbridge.test.long") ? 1000 : 100;
        for (int i = 0; i < cycles; i++) {
            call.connects(create(""));
            if (i % 2 == 0) { // the others end while their handshake is under way
                service.accept();
            }
            call.connects(create("").replace("'create'", "'expire'"));
        }
        await(() -> Slab.liveBlocks() <= memory);
        await(() -> openDescriptors() <= descriptors + 4); // this client's own connection may be another one
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("export")))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(call.stat("exporters")).isZero();
        call.expire();
    }

    @Test
    void t15SecretsAreInNoDebugAndALongFrameEndsTheConnection() throws Exception {
        call.join("ab12cd34", SSRC);
        call.connects(create(",'headers':{'X-Key':'topsecret'}"));
        FarSide.Socket socket = service.accept();
        socket.next("info");
        String debug = call.get("/debug?full=true");
        assertThat(debug).contains("\"tag\":\"transcriber\"", "/transcribe\"", "\"is_connected\":true");
        assertThat(debug).doesNotContain("topsecret").doesNotContain("sessionId");

        socket.say("{'event':'transcription-result','x':'" + "y".repeat(400_000) + "'}");
        service.accept().next("info");
        assertThat(call.stat("total_exporter_parse_failures")).isEqualTo(1);
    }

    @Test
    void t15AHostOfAPrivateNetworkIsNotReachedUnlessItIsNamed() throws Exception {
        try (ExportedCall careful = new ExportedCall("starbridge.export.allowed-hosts.0", "public")) {
            careful.join("ab12cd34");
            assertThat(careful.connects(create("")).statusCode())
                    .as("the call goes on")
                    .isEqualTo(200);
            while (careful.stat("total_exporter_websocket_failures") == 0) {
                Thread.sleep(20);
            }
            assertThat(service.handshakesLeft()).isZero();
        }
        try (ExportedCall strict = new ExportedCall("starbridge.export.allowed-hosts.0", "stt.example")) {
            strict.join("ab12cd34");
            assertThat(strict.connects(create("")).statusCode()).isEqualTo(400);
        }
    }

    @Test
    void t15ARedirectIsNotFollowed() throws Exception {
        call.join("ab12cd34", SSRC);
        try (FarSide elsewhere = FarSide.start()) {
            service.redirect = elsewhere.url("/transcribe").replace("ws:", "http:");
            call.connects(create(""));
            service.handshake();
            service.handshake();
            assertThat(elsewhere.handshakesLeft()).isZero();
        }
    }
}
