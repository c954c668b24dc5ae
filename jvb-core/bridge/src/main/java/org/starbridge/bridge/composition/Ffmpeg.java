package org.starbridge.bridge.composition;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** FFmpeg in a process of its own, with low priority. */
final class Ffmpeg {
    static final String MISSING =
            "FFmpeg is missing: apt install ffmpeg, or set its path with --ffmpeg PATH. Recordings can be played without it.";
    private static final int EXIT_UNAVAILABLE = 69; // EX_UNAVAILABLE of sysexits.h
    private static final int STEP_PERCENT = 10;
    private static final Path NICE = Path.of("/usr/bin/nice");

    private final String program;

    /** @param program its name, or where it is */
    Ffmpeg(String program) {
        this.program = program;
    }

    /**
     * Runs it to its end, and prints its progress and its errors.
     *
     * @param durationSeconds of what it makes
     * @return the exit status
     */
    int run(List<String> arguments, double durationSeconds, PrintWriter out) throws InterruptedException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(NICE)) {
            command.addAll(List.of(NICE.toString(), "-n", "15"));
        }
        command.addAll(List.of(program, "-hide_banner", "-nostdin", "-y", "-loglevel", "error"));
        command.addAll(List.of("-nostats", "-progress", "pipe:1"));
        command.addAll(arguments);
        Process process = null;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            return follow(process, durationSeconds, out);
        } catch (IOException _) {
            out.println(MISSING);
            return EXIT_UNAVAILABLE;
        } finally {
            if (process != null) {
                process.destroy();
            }
        }
    }

    private int follow(Process process, double durationSeconds, PrintWriter out)
            throws IOException, InterruptedException {
        int shown = 0;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                int percent = percent(line, durationSeconds);
                if (percent >= shown + STEP_PERCENT) {
                    shown = percent / STEP_PERCENT * STEP_PERCENT;
                    out.println(shown + " %");
                    out.flush();
                } else if (percent < 0 && !line.matches("[a-z_0-9]+=.*")) {
                    out.println("ffmpeg: " + line);
                }
                line = lines.readLine();
            }
        }
        int status = process.waitFor();
        boolean isMissing = status == 127; // of nice: the program was not found
        if (isMissing) {
            out.println(MISSING);
        }
        return isMissing ? EXIT_UNAVAILABLE : status;
    }

    /** The progress in a line; negative if it says nothing of it. */
    static int percent(String line, double durationSeconds) {
        String key = "out_time_us=";
        if (!line.startsWith(key) || durationSeconds <= 0) {
            return -1;
        }
        try {
            double seconds = Long.parseLong(line.substring(key.length()).strip()) / 1e6;
            return (int) Math.clamp(100 * seconds / durationSeconds, 0, 100);
        } catch (NumberFormatException _) {
            return -1; // N/A at first
        }
    }
}
