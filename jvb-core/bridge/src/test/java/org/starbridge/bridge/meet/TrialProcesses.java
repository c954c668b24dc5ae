package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;

/** The processes of a trial, each with a log file in its folder. Closing ends what still runs, the first one last. */
final class TrialProcesses implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration TIME_TO_END = Duration.ofSeconds(15);

    private final Path folder;
    private final Deque<Process> processes = new ConcurrentLinkedDeque<>();

    TrialProcesses(Path folder) {
        this.folder = folder;
        // also if the trial itself is ended
        Runtime.getRuntime().addShutdownHook(new Thread(this::killAll, "trial-end"));
    }

    private void killAll() {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    Path folder() {
        return folder;
    }

    /** Starts one; its output is added to the log file of that name. */
    Process start(String name, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.redirectOutput(Redirect.appendTo(logFile(name).toFile()))
                .start();
        processes.push(process);
        return process;
    }

    private Path logFile(String name) {
        return folder.resolve(name + ".log");
    }

    String log(String name) throws IOException {
        return Files.exists(logFile(name)) ? Files.readString(logFile(name)) : "";
    }

    void await(String what, Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - deadlineNs)
                    .as("waited %d s for %s; see the logs in %s", PATIENCE.toSeconds(), what, folder)
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /** Ends one as a supervisor does: SIGTERM, and SIGKILL after a while. */
    static void terminate(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(TIME_TO_END.toSeconds(), TimeUnit.SECONDS)) {
            kill(process);
        }
    }

    /** Kills it and what it started, without a chance to say goodbye. */
    static void kill(Process process) throws InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A port that is free for UDP. */
    static int freeMediaPort() {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        for (Process process : processes) {
            List<ProcessHandle> children = process.descendants().toList();
            try {
                terminate(process);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            }
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
