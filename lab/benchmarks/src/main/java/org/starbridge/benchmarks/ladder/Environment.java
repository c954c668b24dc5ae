package org.starbridge.benchmarks.ladder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.starbridge.transport.srtp.SrtpCrypto;

/** Place and time of a measurement: without it no figure means anything. */
record Environment(
        String machine, String kernel, String jdk, String crypto, String date, String commit, String command) {

    /** This machine now; {@code command} is what was typed. */
    static Environment here(Path root, String command) {
        return new Environment(
                cpuModel() + ", " + Runtime.getRuntime().availableProcessors() + " processors",
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"),
                SrtpCrypto.probe().name(),
                LocalDate.now(ZoneOffset.UTC).toString(),
                commit(root),
                command);
    }

    private static String cpuModel() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
                if (line.startsWith("model name")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException _) {
            // another system
        }
        return System.getProperty("os.arch");
    }

    private static String commit(Path root) {
        String hash = git(root, "rev-parse", "--short=12", "HEAD");
        String changes = git(root, "status", "--porcelain", "--untracked-files=no");
        return hash.isEmpty() ? "unknown" : changes.isEmpty() ? hash : hash + " and changes";
    }

    private static String git(Path root, String... arguments) {
        try {
            List<String> command = new java.util.ArrayList<>(List.of("git", "-C", root.toString()));
            command.addAll(List.of(arguments));
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? answer.strip() : "";
        } catch (IOException e) {
            return ""; // a copy without its history
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
