package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.platform.Sleeper;
import org.starbridge.transport.platform.UnixSocket;

/** UDP sockets pass from one owner to another over a Unix socket, with what waits in them. */
class PassedSocketsTest {
    private static final UdpSocket.Buffers BUFFERS = new UdpSocket.Buffers(1 << 18, 1 << 18);

    @TempDir
    Path folder;

    private UnixSocket listener;
    private UnixSocket client;
    private UnixSocket server;

    @BeforeEach
    void connect() throws IOException {
        assumeThat(UdpIo.probe().io()).isEqualTo(UdpIo.NATIVE);
        listener = UnixSocket.listen(folder.resolve("socket"));
        client = UnixSocket.connect(folder.resolve("socket"));
        server = listener.accept();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        listener.close();
    }

    @Test
    void aDatagramThatWaitsIsReadByTheNewOwner() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral("::"), 0);
        UdpPortGroup old = UdpPortGroup.open(UdpIo.NATIVE, any, List.of(), 2, BUFFERS);
        InetSocketAddress at = new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                old.sockets().getFirst().localAddress().getPort());
        send(at, 0x1234_5678_9ABC_DEF0L);
        server.write(new byte[] {1}, old.descriptors());
        List<Integer> passed = new ArrayList<>();
        client.read(new byte[1], passed);
        old.close();
        assertThat(passed).hasSize(2);
        try (UdpPortGroup adopted = UdpPortGroup.adopt(passed)) {
            assertThat(adopted.sockets())
                    .allSatisfy(socket ->
                            assertThat(socket.localAddress().getPort()).isEqualTo(at.getPort()));
            assertThat(received(adopted)).containsExactly(0x1234_5678_9ABC_DEF0L);
            send(at, 77);
            assertThat(received(adopted)).containsExactly(77L);
        }
    }

    private static void send(InetSocketAddress to, long content) throws IOException {
        try (UdpSocket socket = UdpIo.NATIVE.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        UdpSocket.Sharing.EXCLUSIVE,
                        BUFFERS);
                SendBatch batch = new SendBatch(1);
                Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            socket.writeDestination(destination.address(), to);
            Memory.putNativeLong(batch.slot(), content);
            batch.commit(8, destination.address());
            assertThat(socket.send(batch)).isEqualTo(1);
        }
    }

    private static List<Long> received(UdpPortGroup group) {
        List<Long> contents = new ArrayList<>();
        for (UdpSocket socket : group.sockets()) {
            try (Sleeper sleeper = socket.sleeper();
                    ReceiveBatch batch = new ReceiveBatch(4)) {
                sleeper.await(20);
                int count = socket.receive(batch);
                for (int i = 0; i < count; i++) {
                    contents.add(Memory.nativeLong(batch.address(i)));
                }
            }
        }
        return contents;
    }

    @Test
    void bytesArriveWhole() throws Exception {
        byte[] sent = new byte[1_000_000];
        new Random(1).nextBytes(sent);
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                server.write(sent, List.of());
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        byte[] read = new byte[sent.length];
        client.read(read, new ArrayList<>());
        writer.join();
        assertThat(read).isEqualTo(sent);
    }

    @Test
    void theOtherEndIsKnownByItsUser() throws IOException {
        assertThat(server.peerUid()).isEqualTo(UnixSocket.ownUid()).isEqualTo(client.peerUid());
    }

    @Test
    void aSilentAndAClosedEndAreNamed() throws IOException {
        client.timeoutMs(20);
        assertThatThrownBy(() -> client.read(new byte[1], new ArrayList<>()))
                .isInstanceOf(SocketTimeoutException.class);
        server.shutDown();
        assertThatThrownBy(() -> client.read(new byte[1], new ArrayList<>())).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> server.write(new byte[1], List.of())).isInstanceOf(IOException.class);
    }

    @Test
    void nobodyListensAtAnEmptyPath() throws IOException {
        assertThatThrownBy(() -> UnixSocket.connect(folder.resolve("nothing")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no process listens");
        assertThat(Files.exists(folder.resolve("nothing"))).isFalse();
        assertThatThrownBy(() -> UnixSocket.connect(folder.resolve("x".repeat(120))))
                .hasMessageContaining("at most");
    }
}
