package org.starbridge.trials;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A Prosody of our own, by {@code scripts/prosody}, that can be killed and comes back on the same port. For one thread.
 */
final class ProsodyProcess implements AutoCloseable {
    private static final Duration LISTENS_WITHIN = Duration.ofSeconds(30);

    private final Path script;
    private final Path folder;
    private final int port;
    private Process process;

    /** Starts it, and waits until it listens. */
    ProsodyProcess(Path script, Path folder) throws IOException, InterruptedException {
        this.script = script;
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        process = launch();
    }

    int port() {
        return port;
    }

    /** Ends it as a crash would, and starts another; returns when that one listens. */
    void crashAndReturn(Duration pause) throws IOException, InterruptedException {
        kill();
        Thread.sleep(pause);
        process = launch();
    }

    private Process launch() throws IOException, InterruptedException {
        Process launched = new ProcessBuilder(script.toString(), folder.toString(), Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.log").toFile())
                .start();
        long endNs = System.nanoTime() + LISTENS_WITHIN.toNanos();
        while (!isListening()) {
            if (!launched.isAlive() || System.nanoTime() - endNs > 0) {
                launched.destroyForcibly();
                throw new IOException(
                        script + " does not listen at port " + port + ": see " + folder.resolve("output.log"));
            }
            Thread.sleep(10);
        }
        return launched;
    }

    private boolean isListening() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    private void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
