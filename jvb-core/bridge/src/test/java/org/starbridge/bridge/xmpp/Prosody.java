package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real Prosody on a port of its own, which can be stopped and started again. */
public final class Prosody implements AutoCloseable {
    public static final String DOMAIN = "auth.meet.jitsi";
    public static final String PASSWORD = "secret";
    public static final String ROOM = "jvbbrewery@internal-muc.meet.jitsi";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final int port;
    private final String hibernation;
    private @Nullable Process process;

    private Prosody(Path folder, int port, String hibernation) {
        this.folder = folder;
        this.port = port;
        this.hibernation = hibernation;
    }

    /** Starts one, or has the tests skipped where there is none to start. */
    public static Prosody start(Path folder) throws Exception {
        return start(folder, "15");
    }

    /**
     * The same with another time for which broken sessions can be resumed.
     *
     * @param hibernation in seconds; none for a server without stream management
     */
    static Prosody start(Path folder, String hibernation) throws Exception {
        requireInstalled();
        Prosody prosody = new Prosody(folder, freePort(), hibernation);
        prosody.start();
        return prosody;
    }

    /** Has the test skipped where there is no Prosody, and failed where there must be one. */
    static void requireInstalled() {
        boolean isThere = isCommand("prosody") && isCommand("openssl");
        if ("true".equals(System.getenv("STARBRIDGE_REQUIRE_PROSODY"))) {
            assertThat(isThere).as("prosody and openssl must be installed").isTrue();
        }
        assumeTrue(isThere, "skipped: install Debian's prosody and openssl to run this test");
    }

    private static boolean isCommand(String name) {
        for (String directory : (System.getenv("PATH") + ":/usr/sbin").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(directory, name))) {
                return true;
            }
        }
        return false;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public int port() {
        return port;
    }

    /** How a bridge connects to it, as configuration files have it. */
    public Map<String, String> client(String nickname) {
        return Map.of(
                "HOSTNAME",
                "127.0.0.1",
                "PORT",
                Integer.toString(port),
                "DOMAIN",
                DOMAIN,
                "USERNAME",
                "jvb",
                "PASSWORD",
                PASSWORD,
                "MUC_JIDS",
                ROOM,
                "MUC_NICKNAME",
                nickname,
                "DISABLE_CERTIFICATE_VERIFICATION",
                "true");
    }

    /** Begins (again), with the accounts it had and without rooms. */
    public void start() throws Exception {
        Process started = new ProcessBuilder(
                        script().toString(), folder.toString(), Integer.toString(port), PASSWORD, hibernation)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.log").toFile())
                .start();
        process = started;
        await("Prosody to listen; it said: " + Files.readString(folder.resolve("output.log")), () -> {
            assertThat(started.isAlive())
                    .as(Files.readString(folder.resolve("output.log")))
                    .isTrue();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
            } catch (IOException e) {
                return false;
            }
        });
    }

    private static Path script() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("scripts/prosody"))) {
            directory = java.util.Objects.requireNonNull(directory.getParent(), "scripts/prosody");
        }
        return directory.resolve("scripts/prosody");
    }

    /** Ends it at once, as a crash would, without closing streams. */
    public void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
            assertThat(running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    @Override
    public void close() {
        try {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until it is so. */
    public static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("waited in vain for " + what);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
