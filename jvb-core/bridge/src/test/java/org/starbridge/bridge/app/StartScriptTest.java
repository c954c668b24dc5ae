package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What scripts/starbridge makes of the environment of a deployment: the Java machine here only prints what it was told.
 */
class StartScriptTest {
    @TempDir
    Path root;

    @BeforeEach
    void aBuiltTreeAndAJavaThatPrintsItsArguments() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: needs bash");
        Path scripts = Files.createDirectories(root.resolve("scripts"));
        for (String name : List.of("starbridge", "help.sh", "java25.sh", "build.sh", "launch.sh")) {
            Files.copy(Path.of("..", "..", "scripts", name), scripts.resolve(name));
        }
        Files.createFile(Files.createDirectories(root.resolve("jvb-core/bridge/target/dist"))
                .resolve("starbridge.jar"));
        Path bin = Files.createDirectories(root.resolve("jdk/bin"));
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        program(bin.resolve("javac"), "exit 0");
        program(bin.resolve("java"), "printf '%s\\n' \"$@\"");
    }

    /** Root may write everywhere, so the script runs as another user then. */
    @Test
    void aBuildThatIsOlderThanItsSourcesIsASentenceWhereNothingCanBeWritten() throws Exception {
        Path dist = root.resolve("jvb-core/bridge/target/dist");
        Files.createFile(dist.resolve(".built"));
        Files.setLastModifiedTime(dist.resolve(".built"), FileTime.fromMillis(0));
        Files.createDirectories(root.resolve("jvb-core/bridge/src/main"));
        Files.createFile(root.resolve("pom.xml"));
        List<String> asAnother = System.getProperty("user.name").equals("root")
                ? List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
                : List.of();
        assumeTrue(asAnother.isEmpty() || Files.isExecutable(Path.of("/usr/bin/setpriv")), "skipped: needs setpriv");
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
            }
        }
        try {
            Ended ended = run(asAnother, Map.of("STARBRIDGE_NO_BUILD", ""), "--version");
            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.lines())
                    .singleElement()
                    .asString()
                    .contains("older than its sources", "cannot be written", "STARBRIDGE_NO_BUILD=1");
            assertThat(run(asAnother, Map.of(), "--version").lines()).contains("--version");
        } finally {
            try (Stream<Path> all = Files.walk(root)) {
                for (Path each : (Iterable<Path>) all::iterator) {
                    Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
                }
            }
        }
    }

    private static void program(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private record Ended(int status, List<String> lines) {}

    private Ended run(Map<String, String> environment, String... arguments) throws Exception {
        return run(List.of(), environment, arguments);
    }

    /** @param wrapper stands before the command */
    private Ended run(List<String> wrapper, Map<String, String> environment, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(wrapper));
        builder.command()
                .addAll(List.of("/bin/bash", root.resolve("scripts/starbridge").toString()));
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("VIDEOBRIDGE_") || name.endsWith("JAVA_OPTS"));
        builder.environment().putAll(Map.of("JAVA_HOME", root.resolve("jdk").toString(), "STARBRIDGE_NO_BUILD", "1"));
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), text.lines().toList());
    }

    @Test
    void withoutAnyOfThemTheDefaultsHold() throws Exception {
        assertThat(run(Map.of(), "--config", "my.conf").lines())
                .contains(
                        "-Xms48m",
                        "-Xmx512m",
                        "-XX:SoftMaxHeapSize=128m",
                        "-XX:+UseZGC",
                        "-XX:-ZProactive",
                        "-XX:ZUncommitDelay=1")
                .endsWith(
                        "-jar",
                        root.resolve("jvb-core/bridge/target/dist/starbridge.jar")
                                .toString(),
                        "--config",
                        "my.conf");
    }

    @Test
    void theDeploymentsSystemPropertiesComeBeforeThoseOfTheCommandLineSoThatTheLatterHold() throws Exception {
        List<String> lines = run(
                        Map.of(
                                "JAVA_SYS_PROPS",
                                "-Dconfig.file=/etc/jitsi/videobridge/jvb.conf  -Dvideobridge.ice.udp.port=1"),
                        "-Dvideobridge.ice.udp.port=2",
                        "--version")
                .lines();
        assertThat(lines)
                .containsSubsequence(
                        "-Dconfig.file=/etc/jitsi/videobridge/jvb.conf",
                        "-Dvideobridge.ice.udp.port=1",
                        "-Dvideobridge.ice.udp.port=2",
                        "-jar",
                        "--version");
    }

    @ParameterizedTest
    @CsvSource({
        "3072m, -Xms48m, -XX:SoftMaxHeapSize=128m",
        "2g, -Xms48m, -XX:SoftMaxHeapSize=128m",
        "100M, -Xms48m, -XX:SoftMaxHeapSize=100m",
        "32768k, -Xms32m, -XX:SoftMaxHeapSize=32m",
        "67108864, -Xms48m, -XX:SoftMaxHeapSize=64m"
    })
    void theHeapsLimitMovesWhatMustStayBelowIt(String limit, String initial, String soft) throws Exception {
        assertThat(run(Map.of("VIDEOBRIDGE_MAX_MEMORY", limit)).lines())
                .contains("-Xmx" + limit, initial, soft)
                .doesNotContain("-Xmx512m");
    }

    @ParameterizedTest
    @CsvSource({"much", "12m3", "-5m", "1.5g"})
    void aLimitThatIsNoSizeIsAConfigurationError(String limit) throws Exception {
        Ended ended = run(Map.of("VIDEOBRIDGE_MAX_MEMORY", limit));
        assertThat(ended.status()).isEqualTo(78);
        assertThat(ended.lines()).singleElement().asString().contains(limit, "VIDEOBRIDGE_MAX_MEMORY", "512m");
    }

    @Test
    void anotherCollectorTakesOursPlaceWithItsFlags() throws Exception {
        assertThat(run(Map.of("VIDEOBRIDGE_GC_TYPE", "G1GC")).lines())
                .contains("-XX:+UseG1GC")
                .doesNotContain("-XX:+UseZGC", "-XX:-ZProactive", "-XX:ZUncommitDelay=1");
    }

    @Test
    void furtherOptionsAreSplitAtBlanksAndComeAfterOurs() throws Exception {
        assertThat(run(Map.of("VIDEOBRIDGE_DEBUG_OPTIONS", "-Xlog:gc -Xmx1g", "STARBRIDGE_JAVA_OPTS", "-Xmx2g"))
                        .lines())
                .containsSubsequence("-Xmx512m", "-Xlog:gc", "-Xmx1g", "-Xmx2g", "-jar");
    }

    /** A reader that ends early fails its writer by SIGPIPE, at times: with pipefail, the whole pipeline. */
    @Test
    void noPipelineEndsBeforeItHasReadItsInput() throws IOException {
        Pattern early = Pattern.compile("\\| *(head\\b|grep -[a-zA-Z]*[qm])");
        List<Path> scripts;
        try (Stream<Path> files = Files.walk(Path.of("..", "..", "scripts"))) {
            scripts = files.filter(Files::isRegularFile).toList();
        }
        List<String> found = new ArrayList<>();
        for (Path script : scripts) {
            String text = Files.readString(script, StandardCharsets.ISO_8859_1);
            if (text.contains("pipefail") || script.toString().endsWith(".sh")) {
                text.lines().filter(early.asPredicate()).forEach(line -> found.add(script + ": " + line.strip()));
            }
        }
        assertThat(scripts).hasSizeGreaterThan(10);
        assertThat(found).isEmpty();
    }
}
