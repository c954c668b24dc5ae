package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.config.reader.NamePatterns;

/** What {@code doctor} finds of configured exports. */
@Timeout(60)
class ServiceTrialTest {
    private static final ExportConfig EVERYWHERE = ExportConfig.DEFAULT.allowing(AllowedHosts.ALL);

    @TempDir
    private Path folder;

    private static RoomExport export(String url, Map<String, Path> headers) {
        return new RoomExport(NamePatterns.ALL, url, "transcriber", headers, 0);
    }

    @Test
    void aServiceThatTakesAConnectionIsInOrder() throws Exception {
        Path key = Files.writeString(folder.resolve("key"), "k1\n");
        try (FarSide service = FarSide.start()) {
            RoomExport export = export(service.url("/t?s={room}"), Map.of("X-Key", key));
            assertThat(ServiceTrial.problem(export, EVERYWHERE)).isEmpty();
            FarSide.Handshake handshake = service.handshake();
            assertThat(handshake.target()).isEqualTo("/t?s=starbridge-doctor");
            assertThat(handshake.headers()).containsEntry("x-key", "k1");
        }
    }

    @Test
    void aRefusalIsNamedAndARedirectIsNotFollowed() throws Exception {
        try (FarSide service = FarSide.start();
                FarSide elsewhere = FarSide.start()) {
            service.refusal = 401;
            assertThat(ServiceTrial.problem(export(service.url("/t"), Map.of()), EVERYWHERE))
                    .contains("the handshake was answered with status 401");
            service.redirect = elsewhere.url("/t").replace("ws:", "http:");
            assertThat(ServiceTrial.problem(export(service.url("/t"), Map.of()), EVERYWHERE))
                    .isPresent();
            assertThat(elsewhere.handshakesLeft()).isZero();
        }
    }

    @Test
    void aServiceThatIsNotThereIsNamed() throws Exception {
        assertThat(ServiceTrial.problem(export("ws://127.0.0.1:1/t", Map.of()), EVERYWHERE))
                .contains("ConnectException");
        assertThat(ServiceTrial.problem(export("ws://no.such.host.invalid/t", Map.of()), ExportConfig.DEFAULT))
                .contains("the host name has no address");
        ExportConfig strict = ExportConfig.DEFAULT.allowing(new AllowedHosts(List.of("stt.example")));
        assertThat(ServiceTrial.problem(export("ws://127.0.0.1:1/t", Map.of()), strict))
                .contains("its host is not among starbridge.export.allowed-hosts");
    }
}
