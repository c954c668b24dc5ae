package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call with real sockets and handshakes is logged by a bridge, and replayed from the file. */
class RecordedCallTest {
    private static final int PACKETS = 40;
    private static final long PACKET_NS = 20_000_000;

    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    private int run(String... arguments) {
        return BridgeCommandLine.of(new Main(Preparation.begin()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    @Test
    void replaysCallOfRealSocketsExactly() throws Exception {
        String file;
        try (ExportedCall call = new ExportedCall(
                        "starbridge.black-box.enabled", "true", "starbridge.black-box.directory", folder.toString());
                HttpClient http = HttpClient.newHttpClient()) {
            LoopbackPeer one = call.join("one", 1001);
            LoopbackPeer other = call.join("other", 1002);
            for (int i = 0; i < PACKETS; i++) {
                one.media().send(1001, 111, 500 + i, 960 * i, 30, true, new byte[] {1, 2, 3, 4});
                other.media().send(1002, 111, 900 + i, 960 * i, 50, true, new byte[] {5, 6, 7, 8});
                one.receiveFor(PACKET_NS);
                other.receiveFor(PACKET_NS);
            }
            String base = "http://127.0.0.1:" + call.privatePort();
            JsonNode debug = new ObjectMapper()
                    .readTree(http.send(
                                    HttpRequest.newBuilder(URI.create(base + "/debug"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body());
            String id = debug.path("conferences").fieldNames().next();
            assertThat(run("record", id, "--url", base)).as(out.toString()).isZero();
            file = new ObjectMapper().readTree(out.toString()).path("file").asText();
            assertThat(run("record", "unknown", "--url", base)).isEqualTo(1);
        }
        assertThat(run("replay", file, "--explain")).as(out.toString()).isZero();
        assertThat(out.toString())
                .contains("Every decision and every packet is as recorded.")
                .containsPattern("selected for endpoint [0-9]+: SSRC 1002, highest layer")
                .containsPattern("KEYS endpoint [0-9]+");
        assertThat(run("replay", file, "--what-if", "starbridge.downlink.estimation=false"))
                .isZero();
        assertThat(out.toString()).containsPattern("endpoint [0-9]+: recorded [0-9]+ packets");

        byte[] damaged = Files.readAllBytes(Path.of(file));
        damaged[damaged.length / 2] ^= 1;
        assertThat(run("replay", Files.write(folder.resolve("damaged"), damaged).toString()))
                .isEqualTo(2);
        assertThat(out.toString()).contains("its checksum is wrong");
    }
}
