package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A bridge of its own in a process that may have few file descriptors. */
class OutOfFileDescriptorsTest {
    private static final int LIMIT = 256;
    private static final Pattern REST_PORT = Pattern.compile("REST on 127.0.0.1:(\\d+)");
    private static final long PATIENCE_NS = 120_000_000_000L;

    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    void whenTheyAreUsedUpHealthSaysSoAndTheBridgeRecovers() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs a shell with ulimit");
        Process bridge = start();
        List<Socket> hogs = new ArrayList<>();
        try {
            int port = restPort();
            try (Socket early = connect(port)) {
                assertThat(soon(() -> status(early).startsWith("HTTP/1.1 200")))
                        .as("healthy before")
                        .isTrue();
                assertThat(soon(() -> {
                            for (int i = 0; i < 20 && hogs.size() < 2 * LIMIT; i++) {
                                hog(port, hogs);
                            }
                            return status(early).startsWith("HTTP/1.1 503");
                        }))
                        .as("log: %s", log)
                        .isTrue();
                assertThat(soon(() -> logHas("Out of file descriptors"))).isTrue();
            }
            assertThat(bridge.isAlive()).isTrue();
            for (Socket hog : hogs) {
                hog.close();
            }
            assertThat(soon(() -> freshStatus(port).startsWith("HTTP/1.1 200")))
                    .as("recovered; log: %s", log)
                    .isTrue();
            assertThat(soon(() -> logHas("healthy again"))).isTrue();
            assertThat(log).as("a full table is no flood of lines").hasSizeLessThan(2000);
        } finally {
            for (Socket hog : hogs) {
                hog.close();
            }
            bridge.destroy();
            if (!bridge.waitFor(60, TimeUnit.SECONDS)) {
                bridge.destroyForcibly();
            }
        }
    }

    private Process start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/sh",
                "-c",
                "ulimit -n " + LIMIT + " && exec \"$0\" \"$@\"",
                java,
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dvideobridge.ice.udp.port=0",
                "-Dvideobridge.http-servers.private.port=0",
                "-Dvideobridge.http-servers.public.port=0",
                "-Dvideobridge.health.interval=500 ms",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
        Process process = builder.redirectErrorStream(true).start();
        Thread.ofVirtual().start(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                lines.lines().forEach(log::add);
            } catch (IOException | UncheckedIOException _) {
                // the process is gone
            }
        });
        return process;
    }

    private int restPort() throws Exception {
        assertThat(soon(() -> logHas("ready: "))).as("log: %s", log).isTrue();
        Matcher matcher = REST_PORT.matcher(String.join("\n", log));
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    private boolean logHas(String text) {
        return log.stream().anyMatch(line -> line.contains(text));
    }

    /** One more idle connection, if the kernel's queue of those that wait to be accepted takes it. */
    private static void hog(int port, List<Socket> hogs) throws IOException {
        Socket socket = new Socket();
        hogs.add(socket);
        try {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 200);
        } catch (SocketTimeoutException _) {
            // no thread accepts any more
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 60_000);
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** The status line of /about/health, over a connection that stays. */
    private static String status(Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write("GET /about/health HTTP/1.1\r\nHost: bridge\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "closed";
            }
            head.append((char) next);
        }
        Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
        in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return head.substring(0, head.indexOf("\r\n"));
    }

    private static String freshStatus(int port) {
        try (Socket socket = connect(port)) {
            return status(socket);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean soon(Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (System.nanoTime() < endNs) {
            if (condition.call()) {
                return true;
            }
            Thread.sleep(100);
        }
        return false;
    }
}
