package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every script has a help option that does nothing else; wrong arguments print three lines at most. */
class ScriptHelpTest {
    private static final Path SCRIPTS = Path.of("..", "..", "scripts");

    /** What a script must not need, or start, only to explain itself. */
    private static final List<String> PROGRAMS =
            List.of("mvn", "python3", "pip", "java", "javac", "apt-get", "curl", "openssl", "prosody", "docker");

    @TempDir
    Path root;

    @BeforeEach
    void aTreeWithABuildInItAndProgramsThatLeaveATrace() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: needs bash");
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, root.resolve("scripts").resolve(SCRIPTS.relativize(file)));
            }
        }
        write("jvb-core/bridge/target/dist/.built", "");
        write("lab/fuzz/src/test/java/SomeFuzzTest.java", "    @FuzzTest\n    void bytes(byte[] data) {\n");
        for (String name : PROGRAMS) {
            program("bin/" + name, "echo called > '" + root + "/called-" + name + "'");
        }
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void program(String path, String line) throws IOException {
        write(path, "#!/bin/sh\n" + line + "\n");
        assertThat(root.resolve(path).toFile().setExecutable(true)).isTrue();
    }

    static Stream<String> scripts() throws IOException {
        try (Stream<Path> files = Files.walk(SCRIPTS)) {
            return files
                    .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .map(file -> SCRIPTS.relativize(file).toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private record Ended(int status, String output, String errors) {}

    private Ended run(String script, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/bash", root.resolve("scripts").resolve(script).toString());
        builder.command().addAll(List.of(arguments));
        builder.directory(root.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("STARBRIDGE_"));
        builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        Path errors = Files.createTempFile("script", ".errors");
        Process process = builder.redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Ended ended = new Ended(process.exitValue(), output, Files.readString(errors));
        Files.delete(errors);
        return ended;
    }

    /** All there is, with what is in it. */
    private SortedMap<String, String> tree() throws IOException {
        SortedMap<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.forEach(file -> {
                try {
                    tree.put(root.relativize(file).toString(), Files.isRegularFile(file) ? Files.readString(file) : "");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return tree;
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void explainsItselfAndDoesNothingElse(String script) throws Exception {
        SortedMap<String, String> before = tree();
        Ended ended = run(script, "--help");
        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.output()).hasSizeGreaterThan(40).doesNotContain("#!", "set -euo");
        assertThat(ended.errors()).isEmpty();
        assertThat(tree()).isEqualTo(before);
    }

    @Test
    void knowsItsFuzzTests() throws Exception {
        assertThat(run("fuzz", "--help").output()).contains("Some.bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "starbridge, jvb-core/bridge/target/dist/starbridge.jar",
        "hammer, hammer/target/dist/hammer.jar",
        "bench, lab/benchmarks/target/dist/benchmarks.jar"
    })
    void whatIsBuiltExplainsItselfWithoutABuild(String script, String jar) throws Exception {
        write(jar, "");
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        program("jdk/bin/javac", "exit 0");
        program("jdk/bin/java", "printf '%s\\n' \"$@\"");
        SortedMap<String, String> before = tree();
        Ended ended = run(script, "--help");
        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.output()).contains(jar, "--help");
        assertThat(tree()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "focus-trial, nothing",
        "fuzz, --nothing",
        "prosody, onlyone",
        "soak, --nothing",
        "stress, --nothing",
        "jitsi-meet/focus-stand-in, nothing",
        "jitsi-meet/one-machine/write, onlyone",
        "jitsi-meet/trial, --nothing"
    })
    void saysInThreeLinesWhatIsWrongWithACall(String script, String argument) throws Exception {
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        program("jdk/bin/javac", "exit 0");
        Ended ended = run(script, argument);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.output()).isEmpty();
        assertThat(ended.errors().lines().toList()).hasSizeLessThanOrEqualTo(3);
        assertThat(ended.errors()).contains("--help");
    }
}
