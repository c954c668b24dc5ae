package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second bridge on the port, as a real process. */
@Timeout(120)
class OneProcessPerPortTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(4096, 4096);

    private static int freePort() throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static UdpPortGroup open(int port) throws Exception {
        return UdpPortGroup.open(
                UdpIo.NIO, new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), List.of(), 2, BUFFERS);
    }

    @Test
    void theOtherProcessIsNamedAndThePortIsFreeWhenItEnds() throws Exception {
        int port = freePort();
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PortHolder.class.getName(),
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader says = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(says.readLine()).isEqualTo(Integer.toString(port));
            assertThatThrownBy(() -> open(port))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("UDP port " + port + " is in use by another bridge")
                    .hasMessageContaining("process " + other.pid())
                    .hasMessageContaining("java");
            other.getOutputStream().close();
            assertThat(other.waitFor()).isZero();
            open(port).close();
        } finally {
            other.destroyForcibly();
            Files.deleteIfExists(UdpPortGroup.lockFile(port));
        }
    }

    /** It may have ended without a goodbye, or the file may hold anything. */
    @Test
    void aLockFileThatWasLeftBehindIsTakenOver() throws Exception {
        int port = freePort();
        Path lockFile = UdpPortGroup.lockFile(port);
        try {
            Files.writeString(lockFile, "not a number; see elsewhere");
            open(port).close();
            try (UdpPortGroup _ = open(port)) {
                assertThat(Files.readString(lockFile))
                        .isEqualTo(Long.toString(ProcessHandle.current().pid()));
            }
        } finally {
            Files.deleteIfExists(lockFile);
        }
    }

    @Test
    void somebodyWithoutALockFileIsNoticedByBinding() throws Exception {
        try (DatagramSocket somebody = new DatagramSocket(0, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = somebody.getLocalPort();
            try {
                assertThatThrownBy(() -> open(port))
                        .isInstanceOf(BindException.class)
                        .hasMessageContaining("UDP port " + port);
            } finally {
                Files.deleteIfExists(UdpPortGroup.lockFile(port));
            }
        }
    }
}
