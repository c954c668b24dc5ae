package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code scripts/test} runs every step, also after one that failed, and lists what failed; Maven and the steps are
 * stubs.
 */
class CheckScriptTest {
    private static final Path SCRIPTS = Path.of("..", "..", "scripts");
    private static final String REPORT = "rtp/target/surefire-reports/TEST-org.starbridge.SomeTest.xml";

    @TempDir
    Path root;

    @BeforeEach
    void aTreeWithStubs() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: needs bash");
        for (String name : List.of("test", "help.sh", "java25.sh", "build.sh")) {
            write("scripts/" + name, Files.readString(SCRIPTS.resolve(name)));
        }
        write("jdk/release", "JAVA_VERSION=\"25.0.1\"\n");
        program("jdk/bin/javac", "exit 0");
        for (String name : List.of("fuzz", "stress", "hammer", "package")) {
            program("scripts/" + name, "echo ran-" + name);
        }
        maven("");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void program(String path, String lines) throws IOException {
        write(path, "#!/bin/bash\n" + lines + "\n");
        assertThat(root.resolve(path).toFile().setExecutable(true)).isTrue();
    }

    private void maven(String lines) throws IOException {
        program("bin/mvn", lines);
    }

    private void mavenWithAReport(String counts, String lines) throws IOException {
        maven("mkdir -p rtp/target/surefire-reports\nsleep 0.1\necho '<testsuite name=\"org.starbridge.SomeTest\" "
                + counts + ">' > " + REPORT + "\n" + lines);
    }

    private record Ended(int status, String output) {}

    private Ended run(String... arguments) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/bash", root.resolve("scripts/test").toString());
        builder.command().addAll(List.of(arguments));
        builder.directory(root.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("STARBRIDGE_"));
        builder.environment().put("PATH", root.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), output);
    }

    @Test
    void succeedsWhenAllStepsDo() throws Exception {
        mavenWithAReport("errors=\"0\" failures=\"0\"", "echo '[INFO] BUILD SUCCESS'");
        Ended ended = run();
        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("ran-fuzz", "ran-stress", "ran-hammer", "ran-package");
        assertThat(ended.output()).doesNotContain("FAILED", "Failed");
    }

    /** Maven itself succeeds then: it is to test the modules that need the failed one, too. */
    @Test
    void aFailedTestIsNamedAfterAllSteps() throws Exception {
        mavenWithAReport("errors=\"0\" failures=\"2\"", "echo '[ERROR] There are test failures.'");
        Ended ended = run();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("ran-fuzz", "ran-stress", "ran-hammer", "ran-package");
        assertThat(ended.output().substring(ended.output().indexOf("of 9 steps:")))
                .contains("Maven", "org.starbridge.SomeTest")
                .doesNotContain("scripts/");
    }

    @Test
    void aJavaMachineThatEndedInATestIsAFailure() throws Exception {
        maven("echo '[ERROR] There was a timeout in the fork'");
        assertThat(run().status()).isEqualTo(1);
    }

    @Test
    void goesOnAfterABuildThatFailed() throws Exception {
        maven("exit 1");
        Ended ended = run();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("ran-fuzz", "ran-package");
    }

    /** The gates are Maven's runs with a folder of their own; what fails there is said, although no test failed. */
    @Test
    void aGateThatFailsBesideTheTestsIsAFailure() throws Exception {
        mavenWithAReport("errors=\"0\" failures=\"0\"", "case \"$*\" in *build.folder=*) exit 1 ;; esac");
        Ended ended = run();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output().substring(ended.output().indexOf("of 9 steps:")))
                .contains("quality gates")
                .doesNotContain("all tests");
    }

    @Test
    void goesOnAfterEachStep() throws Exception {
        program("scripts/fuzz", "exit 1");
        program("scripts/hammer", "exit 1");
        Ended ended = run();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("ran-stress", "ran-package");
        assertThat(ended.output()
                        .substring(ended.output().indexOf("of 9 steps:"))
                        .lines())
                .hasSize(5)
                .anyMatch(line -> line.contains("fuzz"))
                .anyMatch(line -> line.contains("portable"));
    }

    /** Neither red nor silently green. */
    @Test
    void aBusyMachineIsSaid() throws Exception {
        mavenWithAReport("errors=\"0\" failures=\"0\"", "");
        program("scripts/hammer", "exit 3");
        Ended ended = run();
        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("too busy");
    }

    /** A fault that slowness does not explain counts all the same. */
    @Test
    void aFaultOnABusyMachineIsAFailure() throws Exception {
        mavenWithAReport("errors=\"0\" failures=\"0\"", "");
        program("scripts/hammer", "echo 'Also seen: another payload type'; exit 3");
        assertThat(run().status()).isEqualTo(1);
    }

    @Test
    void withArgumentsOnlyMavenRuns() throws Exception {
        maven("printf '[INFO] %s\\n' \"$*\"; echo '[ERROR] There are test failures.'");
        Ended ended = run("-pl", "rtp");
        assertThat(ended.status()).isEqualTo(1);
        assertThat(Files.readString(root.resolve("target/test.log"))).contains("-pl rtp");
        assertThat(ended.output()).doesNotContain("ran-");
    }
}
