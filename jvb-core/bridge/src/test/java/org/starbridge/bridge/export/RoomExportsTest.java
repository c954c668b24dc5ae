package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.config.reader.NamePatterns;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.export.ExportSpec;

/** Exports that an operator configured. */
class RoomExportsTest {
    @TempDir
    Path folder;

    private final TestBridge bridge = TestBridge.embedded();

    private RoomExports exports(String rooms, Map<String, Path> headerFiles) {
        ExportConfig usual = ExportConfig.DEFAULT;
        ExportConfig config = new ExportConfig(
                true,
                usual.allowedHosts(),
                usual.reconnect(),
                usual.handshakeTimeout(),
                usual.idleTimeout(),
                usual.maxPerConference(),
                usual.maxFrameBytes(),
                usual.maxResultsPerSecond(),
                usual.maxMediaPerSecond(),
                List.of(new RoomExport(
                        new NamePatterns(List.of(rooms)),
                        "wss://stt.example/transcribe?sessionId={room}",
                        "transcriber",
                        headerFiles,
                        10_000)));
        return new RoomExports(config, bridge.conferences::snapshot, bridge.colibri::handle);
    }

    @Test
    void anExportBeginsOnceWithTheFirstParticipant() throws Exception {
        Path key = Files.writeString(folder.resolve("key"), "k1\n");
        RoomExports exports = exports("stand*", Map.of("X-Key", key));
        bridge.colibri.handle(ConferenceModify.creating(TestBridge.MEETING, "standup@conference.example", List.of()));
        exports.look();
        assertThat(bridge.conferences.count()).as("an empty conference goes on").isOne();
        bridge.update(TestBridge.creating("aaaa0001").build());
        assertThat(bridge.exporter.take()).isEmpty();

        exports.look();
        exports.look();

        assertThat(bridge.exporter.take()).containsExactly("start configured-0");
        ExportSpec spec = Objects.requireNonNull(bridge.exporter.running.get("configured-0"));
        assertThat(spec.headers()).containsExactly(Map.entry("X-Key", "k1"));
        assertThat(spec.place()).isEqualTo("wss://stt.example/transcribe");
    }

    @Test
    void otherRoomsAreLeftAloneAndWhatFailsIsTriedAgain() throws Exception {
        bridge.with("aaaa0001");
        exports("lecture*", Map.of()).look();
        assertThat(bridge.exporter.take()).isEmpty();

        Path key = folder.resolve("key");
        RoomExports exports = exports("*", Map.of("X-Key", key));
        exports.look();
        assertThat(bridge.exporter.take()).isEmpty();
        Files.writeString(key, "k1");
        exports.look();
        assertThat(bridge.exporter.take()).containsExactly("start configured-0");
    }

    @Test
    void theRoomStandsInTheUrl() {
        RoomExport export =
                new RoomExport(NamePatterns.ALL, "wss://stt.example/{room}?s={room}", "transcriber", Map.of(), 0);
        assertThat(export.urlOf("a b/c")).isEqualTo("wss://stt.example/a%20b%2Fc?s=a%20b%2Fc");
    }
}
