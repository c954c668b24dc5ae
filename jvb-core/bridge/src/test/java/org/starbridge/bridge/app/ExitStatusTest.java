package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;

/** What supervisors see of the process: its status, and what it says before. */
class ExitStatusTest {
    private static final Pattern READY = Pattern.compile("ready: media on UDP (\\d+) .*REST on 127.0.0.1:(\\d+)");

    @TempDir
    Path directory;

    private static Process start(String... arguments) throws Exception {
        return process(List.of(), arguments).start();
    }

    private static Process startWith(List<String> options, String... arguments) throws Exception {
        return process(options, arguments).start();
    }

    private static ProcessBuilder process(List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dvideobridge.ice.udp.port=0",
                "-Dvideobridge.http-servers.private.port=0",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(1, options);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** A machine on which libcrypto cannot be loaded: the loader finds these files first, and they are no libraries. */
    private ProcessBuilder withoutLibcrypto(ProcessBuilder process) throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "skipped: the loader of Linux is deceived");
        for (String name : List.of("libcrypto.so.3", "libcrypto.so.1.1")) {
            Files.writeString(directory.resolve(name), "no library\n".repeat(100));
        }
        process.environment().put("LD_LIBRARY_PATH", directory.toString());
        return process;
    }

    /** What the process says until it ends; a bridge that is ready gets a signal to end. */
    private static List<String> logUntilReady(Process process) throws IOException {
        List<String> log = new ArrayList<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                if (line.contains("ready: ")) {
                    process.toHandle().destroy(); // Process.destroy would close what it says
                }
            }
        }
        return log;
    }

    private static int status(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void helpHasColoursUnlessTheEnvironmentRefusesThem() throws Exception {
        ProcessBuilder help = process(List.of(), "--help");
        help.environment().remove("NO_COLOR");
        help.environment().put("CLICOLOR_FORCE", "1"); // as if standard output was a terminal
        assertThat(said(help)).contains("\u001b[", "--check-config");
        help.environment().put("NO_COLOR", "1");
        assertThat(said(help)).doesNotContain("\u001b").contains("--check-config");
    }

    private static String said(ProcessBuilder builder) throws Exception {
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(status(process)).as(said).isZero();
        return said;
    }

    @Test
    void aConfigurationThatCanNotBeUsedIs78AndAllItsErrorsAreSaid() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jvb.conf"), "videobridge { cc.trust-bwe = perhaps, stats.interval = never }\n");
        Process process = start("--config", file.toString());
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(status(process)).as(said).isEqualTo(78);
        assertThat(said).contains("videobridge.cc.trust-bwe", "perhaps", "videobridge.stats.interval", "never");
    }

    @Test
    void aBridgeThatIsToldToEndBySigtermIs143AndHasSaidOnceWhatHasNoEffect() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jvb.conf"),
                "videobridge { ice.udp.prot = 1, stats.enabled = true, sctp.max-channels = 1 }\n");
        Process process = start("--config", file.toString());
        List<String> log = logUntilReady(process);
        assertThat(status(process)).as("log: %s", log).isEqualTo(143);
        assertThat(log)
                .filteredOn(line -> line.contains("videobridge.ice.udp.port is a known key"))
                .hasSize(1);
        assertThat(log)
                .filteredOn(line -> line.contains("videobridge.stats.enabled"))
                .hasSize(1);
        assertThat(log).noneMatch(line -> line.contains("max-channels"));
    }

    @Test
    void aBridgeWithoutLibcryptoSaysWhatToInstallAndWorks() throws Exception {
        Process process = withoutLibcrypto(process(List.of())).start();
        List<String> log = logUntilReady(process);
        assertThat(status(process)).as("log: %s", log).isEqualTo(143);
        assertThat(log)
                .filteredOn(line -> line.contains("WARN") && line.contains("plain Java") && line.contains("libssl3t64"))
                .as("log: %s", log)
                .hasSize(1);
        assertThat(log).anyMatch(line -> line.contains("ready: ") && line.contains("jce"));
    }

    @Test
    void libcryptoThatIsDemandedAndMissingIsAConfigurationErrorInOneSentence() throws Exception {
        Path file = Files.writeString(directory.resolve("jvb.conf"), "starbridge.srtp.crypto = libcrypto\n");
        Process process = withoutLibcrypto(process(List.of(), "--config", file.toString()))
                .start();
        List<String> log = logUntilReady(process);
        assertThat(status(process)).as("log: %s", log).isEqualTo(78);
        assertThat(log)
                .filteredOn(line -> line.contains("starbridge.srtp.crypto = libcrypto: expected auto or jce"))
                .hasSize(1);
        assertThat(log).noneMatch(line -> line.contains("Exception") || line.startsWith("\tat "));
    }

    @Test
    void withTheLoggingFileOfADebianPackageLinesLookAsThere() throws Exception {
        Path logging = Files.writeString(directory.resolve("logging.properties"), """
                handlers= java.util.logging.ConsoleHandler
                java.util.logging.ConsoleHandler.level = ALL
                java.util.logging.ConsoleHandler.formatter = org.jitsi.utils.logging2.JitsiLogFormatter
                org.jitsi.utils.logging2.JitsiLogFormatter.programname=JVB
                .level=INFO
                java.util.logging.SimpleFormatter.format= %5$s%n
                """);
        Path file = Files.writeString(
                directory.resolve("jvb.conf"),
                "videobridge.stats.enabled = true, starbridge.log.debug = org.starbridge.bridge.app, videobridge.cc = 1\n");
        Process process = startWith(List.of("-Djava.util.logging.config.file=" + logging), "--config", file.toString());
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(status(process)).isEqualTo(78);
        assertThat(said)
                .isNotEmpty()
                .allMatch(
                        line -> line.matches(
                                "JVB \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} (WARNING|SEVERE): \\[\\d+\\] ConfigReport\\.log: .*"));
    }

    @Test
    void aBridgeThatEndsWhileDataChannelsAreOpenSaysNothingOfThem() throws Exception {
        Path file = Files.writeString(
                directory.resolve("jvb.conf"), "videobridge { sctp.enabled = true, apis.rest.enabled = true }\n");
        Process process = start("--config", file.toString());
        List<String> log = new ArrayList<>();
        try (OpenChannels channels = new OpenChannels();
                BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.add(line);
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    channels.open(Integer.parseInt(ready.group(1)), Integer.parseInt(ready.group(2)), 8);
                    process.toHandle().destroy();
                }
            }
        }
        assertThat(status(process)).as("log: %s", log).isEqualTo(143);
        assertThat(log).last().asString().contains("stopped");
        assertThat(log)
                .filteredOn(line -> !line.contains("SelfExamination")) // what it says of this machine
                .noneMatch(line -> line.contains("Exception") || line.contains("WARN") || line.contains("ERROR"));
    }

    /** Clients of one conference, each with an open data channel. */
    private static final class OpenChannels implements AutoCloseable {
        private static final long PATIENCE_NS = 20_000_000_000L;

        private final SecureRandom random = new SecureRandom();
        private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 8, Duration.ofSeconds(20));
        private final List<LoopbackPeer> peers = new ArrayList<>();

        void open(int mediaPort, int restPort, int count) throws Exception {
            DtlsIdentity identity = DtlsIdentity.create(random, Instant.now());
            try (Colibri2Client colibri = new Colibri2Client(URI.create("http://127.0.0.1:" + restPort))) {
                colibri.send(ConferenceModify.creating("meeting", "meeting@test", List.of()));
                for (int i = 0; i < count; i++) {
                    LoopbackPeer peer = new LoopbackPeer(mediaPort, handshakes, identity, random);
                    peers.add(peer);
                    EndpointModify request = EndpointModify.builder("e" + i)
                            .create(true)
                            .capability(Capabilities.SOURCE_NAMES)
                            .transport(new Transport(true, false, false, peer.transport(), new Sctp(null, null)))
                            .build();
                    ConferenceModified created = colibri.send(ConferenceModify.updating("meeting", List.of(request)));
                    IceUdpTransport remote = Objects.requireNonNull(
                            Objects.requireNonNull(created.endpoints().get(0).transport())
                                    .iceUdp());
                    assertThat(peer.connect(remote, PATIENCE_NS)).isEqualTo("connected");
                    assertThat(peer.openChannel(PATIENCE_NS)).isTrue();
                }
            }
        }

        @Override
        public void close() {
            peers.forEach(LoopbackPeer::close);
            handshakes.close();
        }
    }
}
