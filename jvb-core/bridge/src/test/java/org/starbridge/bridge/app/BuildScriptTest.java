package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When {@code scripts/build.sh} builds, and what becomes of the builds before. Maven here counts its calls and writes
 * the number into the jar; Java prints the name and the content of the jar, and runs until its input ends.
 */
class BuildScriptTest {
    @TempDir
    Path folder;

    private Path root = Path.of("");

    @BeforeEach
    void aTreeWithoutABuild() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: needs bash");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/flock")), "skipped: needs flock");
        root = folder.resolve("checkout");
        for (String name : List.of("starbridge", "help.sh", "java25.sh", "build.sh", "launch.sh")) {
            Path copy = root.resolve("scripts").resolve(name);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(Path.of("..", "..", "scripts", name), copy);
        }
        write(root.resolve("pom.xml"), "<project/>");
        write(root.resolve("jvb-core/bridge/src/main/java/Main.java"), "class Main {}");
        Path jdk = folder.resolve("jdk");
        write(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        program(jdk.resolve("bin/javac"), "exit 0");
        program(jdk.resolve("bin/java"), """
                while [ "$1" != -jar ]; do shift; done
                echo "$2"
                cat "$2"
                exec cat >/dev/null""");
        program(folder.resolve("bin/mvn"), """
                echo called >>'%s/calls'
                for each in "$@"; do case $each in -Ddist.folder=*) name=${each#*=} ;; esac; done
                [ ! -e '%s/broken' ] || exit 1
                mkdir -p "jvb-core/bridge/target/$name"
                wc -l <'%s/calls' >"jvb-core/bridge/target/$name/starbridge.jar\"""".formatted(folder, folder, folder));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static void program(Path file, String lines) throws IOException {
        write(file, "#!/bin/bash\n" + lines + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void change(String text) throws IOException {
        Path source = root.resolve("jvb-core/bridge/src/main/java/Main.java");
        write(source, text);
        setTime(source, 60);
    }

    private static void setTime(Path file, int secondsFromNow) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() + secondsFromNow * 1000L));
    }

    private int builds() throws IOException {
        return Files.exists(folder.resolve("calls"))
                ? Files.readAllLines(folder.resolve("calls")).size()
                : 0;
    }

    /** What runs from a jar, and what is in the jar. */
    private record Running(Process process, BufferedReader output, Path jar, String content) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            Process ended = process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(ended.exitValue()).isZero();
            output.close();
        }
    }

    private Running start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/bash", root.resolve("scripts/starbridge").toString(), "--version");
        builder.environment().keySet().removeIf(name -> name.startsWith("STARBRIDGE_"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        @Nullable String jar = output.readLine();
        @Nullable String content = output.readLine();
        return new Running(process, output, Path.of(String.valueOf(jar)), String.valueOf(content));
    }

    private List<Path> dists() throws IOException {
        try (Stream<Path> all = Files.list(root.resolve("jvb-core/bridge/target"))) {
            return new ArrayList<>(all.filter(each -> Files.isDirectory(each) && !Files.isSymbolicLink(each))
                    .toList());
        }
    }

    @Test
    void aBuildTakesNoFilesAwayFromWhatRuns() throws Exception {
        Running first = start();
        change("class Main { int changed; }");
        try (Running second = start()) {
            assertThat(second.jar()).isNotEqualTo(first.jar());
            assertThat(second.content().strip()).isEqualTo("2");
            assertThat(first.jar()).hasContent("1");
        }
        first.close();

        change("class Main { long changed; }");
        try (Running third = start()) {
            assertThat(third.content().strip()).isEqualTo("3");
            assertThat(dists())
                    .as("nothing runs from the others")
                    .containsExactly(third.jar().getParent());
        }
    }

    @Test
    void aFailedBuildLeavesTheLastOne() throws Exception {
        start().close();
        change("class Main {");
        write(folder.resolve("broken"), "");
        assertThat(start().jar()).asString().isEqualTo("null");
        assertThat(root.resolve("jvb-core/bridge/target/dist/starbridge.jar")).hasContent("1");
    }

    @Test
    void onlyAnotherContentIsBuiltAgain() throws Exception {
        start().close();
        start().close();
        assertThat(builds()).isEqualTo(1);

        Path copy = folder.resolve("copy");
        assertThat(new ProcessBuilder("cp", "-r", root.toString(), copy.toString())
                        .start()
                        .waitFor())
                .isZero();
        root = copy;
        setTime(copy.resolve("jvb-core/bridge/src/main/java/Main.java"), 60);
        setTime(copy.resolve("pom.xml"), 60);
        start().close();
        assertThat(builds()).as("a copy has the same sources").isEqualTo(1);

        change("class Main { int changed; }");
        start().close();
        assertThat(builds()).isEqualTo(2);
    }

    /** As Maven leaves it that was not started by the scripts. */
    @Test
    void aFolderInPlaceOfTheLinkIsReplaced() throws Exception {
        write(root.resolve("jvb-core/bridge/target/dist/starbridge.jar"), "Maven\n");
        try (Running built = start()) {
            assertThat(built.content().strip()).isEqualTo("1");
            assertThat(dists()).containsExactly(built.jar().getParent());
        }
    }
}
