package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A second bridge on the port, as a real process. */
@Timeout(120)
class OneProcessPerPortTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(4096, 4096);
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private static int freePort() throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, LOOPBACK)) {
            return socket.getLocalPort();
        }
    }

    private static UdpPortGroup open(UdpIo io, int port) throws Exception {
        return UdpPortGroup.open(io, new InetSocketAddress(LOOPBACK, port), List.of(), 2, BUFFERS);
    }

    /** Holds the port at all addresses. */
    private static Process holder(List<String> prefix, int port) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PortHolder.class.getName(),
                Integer.toString(port)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void theOtherProcessIsNamedAndThePortIsFreeWhenItEnds() throws Exception {
        int port = freePort();
        Process other = holder(List.of(), port);
        try (BufferedReader says = other.inputReader(StandardCharsets.UTF_8)) {
            assertThat(says.readLine()).isEqualTo(Integer.toString(port));
            for (UdpIo io : UdpIo.values()) {
                assertThatThrownBy(() -> open(io, port))
                        .isInstanceOf(BindException.class)
                        .hasMessageContaining("UDP port " + port + " is in use by process " + other.pid())
                        .hasMessageContaining("java");
            }
            other.getOutputStream().close();
            assertThat(other.waitFor()).isZero();
            open(UdpIo.NIO, port).close();
        } finally {
            other.destroyForcibly();
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofSeveralThatStartAtOnceOneGetsThePort(UdpIo io) throws Exception {
        int port = freePort();
        List<Thread> threads = new ArrayList<>();
        List<UdpPortGroup> opened = java.util.Collections.synchronizedList(new ArrayList<>());
        List<Exception> refused = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    opened.add(open(io, port));
                } catch (Exception e) {
                    refused.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        try {
            assertThat(opened).hasSize(1);
            assertThat(refused).hasSize(7).allMatch(BindException.class::isInstance);
        } finally {
            opened.forEach(UdpPortGroup::close);
        }
    }

    @Test
    void theSystemsTemporaryFolderHasNoPartInIt() throws Exception {
        int port = freePort();
        try (UdpPortGroup _ = open(UdpIo.NIO, port);
                Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.contains("starbridge-udp") && name.contains(Integer.toString(port)));
        }
    }

    @Test
    void aProgramOfAnotherKindIsNamed() throws Exception {
        try (DatagramSocket other = new DatagramSocket(0, LOOPBACK)) {
            int port = other.getLocalPort();
            assertThatThrownBy(() -> open(UdpIo.NIO, port))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("UDP port " + port)
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
    }

    @Test
    void aBridgeInAnotherNetworkNamespaceIsInNobodysWay() throws Exception {
        requireNamespaces();
        int port = freePort();
        Process other = holder(List.of("unshare", "--net"), port);
        try (BufferedReader says = other.inputReader(StandardCharsets.UTF_8);
                UdpPortGroup ours = open(UdpIo.NIO, port)) {
            assertThat(says.readLine()).isEqualTo(Integer.toString(port));
            assertThat(ours.sockets().get(0).localAddress().getPort()).isEqualTo(port);
        } finally {
            other.destroyForcibly();
        }
    }

    /** CI says that it can; elsewhere a user without the right may skip it. */
    private static void requireNamespaces() throws Exception {
        boolean isPossible;
        try {
            Process trial = new ProcessBuilder("unshare", "--net", "true").start();
            isPossible = trial.waitFor(10, TimeUnit.SECONDS) && trial.exitValue() == 0;
        } catch (IOException _) {
            isPossible = false;
        }
        if (!isPossible && Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_NAMESPACES"))) {
            fail("unshare --net does not work, and this machine is to have it");
        }
        assumeTrue(isPossible, "skipped: needs unshare --net (util-linux) and root");
    }
}
