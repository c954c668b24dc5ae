package org.starbridge.bridge.nat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A STUN server on the loopback address, with bytes written down here by hand (RFC 8489 sections 5 and 14.2), so that
 * our own codec is not judged by itself. What it says it saw is what a NAT between us would make it see.
 */
public final class FakeStunServer implements AutoCloseable {
    private static final int COOKIE = 0x2112A442;

    private final DatagramSocket socket;
    private final AtomicInteger requests = new AtomicInteger();

    /** An answer to a request that came from an address; null for silence. */
    private FakeStunServer(Function<DatagramPacket, byte @Nullable []> answers) throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("fake-stun").start(() -> serve(answers));
    }

    /** Says that it saw the client at an IPv4 address. */
    public static FakeStunServer behindNat(String seen, int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(seen), port);
        return new FakeStunServer(request -> success(request, address));
    }

    static FakeStunServer silent() throws IOException {
        return new FakeStunServer(_ -> null);
    }

    /** Sends unrelated datagrams first: another transaction's answer, an error, a request, no STUN at all. */
    static FakeStunServer confused(String seen) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(seen), 4242);
        AtomicInteger turn = new AtomicInteger();
        return new FakeStunServer(request -> {
            byte[] answer = success(request, address);
            switch (turn.getAndIncrement()) {
                case 0 -> answer[19] ^= 1;
                case 1 -> answer[1] = 0x11;
                case 2 -> answer = new byte[] {'?'};
                default -> {}
            }
            return answer;
        });
    }

    private static byte[] success(DatagramPacket request, InetSocketAddress seen) {
        byte[] asked = Arrays.copyOf(request.getData(), request.getLength());
        int address = ByteBuffer.wrap(seen.getAddress().getAddress()).getInt();
        return ByteBuffer.allocate(32)
                .putShort((short) 0x0101) // Binding success response
                .putShort((short) 12)
                .putInt(COOKIE)
                .put(asked, 8, 12)
                .putShort((short) 0x0020) // XOR-MAPPED-ADDRESS
                .putShort((short) 8)
                .putShort((short) 1) // IPv4
                .putShort((short) (seen.getPort() ^ (COOKIE >>> 16)))
                .putInt(address ^ COOKIE)
                .array();
    }

    private void serve(Function<DatagramPacket, byte @Nullable []> answers) {
        byte[] buffer = new byte[1500];
        try {
            while (true) {
                DatagramPacket request = new DatagramPacket(buffer, buffer.length);
                socket.receive(request);
                requests.incrementAndGet();
                byte[] answer = answers.apply(request);
                if (answer != null) {
                    socket.send(new DatagramPacket(answer, answer.length, request.getSocketAddress()));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** {@code host:port}, as the configuration has it. */
    public String hostAndPort() {
        return socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort();
    }

    int requests() {
        return requests.get();
    }

    @Override
    public void close() {
        socket.close();
    }
}
