package org.starbridge.benchmarks.exports;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service that takes WebSockets and reads frames at the least cost: it counts them, and of some it decodes the
 * packet, which begins with the time at which it was written. One thread.
 */
final class Service implements AutoCloseable {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String PAYLOAD = "\"payload\":\"";
    private static final int SAMPLED = 32;
    private static final int BUFFER_BYTES = 256 << 10;

    final Thread thread;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final long[] delays = new long[4 << 20];
    private final AtomicInteger delayCount = new AtomicInteger();
    private final AtomicLong frames = new AtomicLong();
    private volatile boolean isClosed;

    /** One on a free port. */
    Service() throws IOException {
        server.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 1024);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        thread = Thread.ofPlatform().daemon().name("service").start(this::run);
    }

    String url() throws IOException {
        return "ws://127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort() + "/transcribe";
    }

    /** Events of audio that came. */
    long frames() {
        return frames.get();
    }

    /** Delays from the begin of a packet to its frame here, sorted, since the last call. */
    long[] takeDelays() {
        long[] taken = Arrays.copyOf(delays, delayCount.getAndSet(0));
        Arrays.sort(taken);
        return taken;
    }

    private void run() {
        try {
            while (!isClosed) {
                selector.select(this::on, 100);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void on(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                SocketChannel accepted = server.accept();
                accepted.configureBlocking(false);
                accepted.register(selector, SelectionKey.OP_READ, new Connection(accepted));
            } else if (key.attachment() instanceof Connection connection && !connection.read()) {
                key.cancel();
            }
        } catch (IOException _) {
            key.cancel();
        }
    }

    private final class Connection {
        private final SocketChannel channel;
        private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.BIG_ENDIAN);
        private boolean isOpen;
        private int untilSample = 1;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        boolean read() throws IOException {
            if (channel.read(in) < 0) {
                channel.close();
                return false;
            }
            in.flip();
            if (!isOpen) {
                handshake();
            }
            while (isOpen && frame()) {
                // one after the other
            }
            in.compact();
            return true;
        }

        private void handshake() throws IOException {
            String head = new String(in.array(), 0, in.limit(), StandardCharsets.ISO_8859_1);
            int end = head.indexOf("\r\n\r\n");
            if (end < 0) {
                return;
            }
            String key = head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElseThrow();
            String answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: " + accept(key) + "\r\n\r\n";
            channel.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.ISO_8859_1)));
            in.position(end + 4);
            isOpen = true;
        }

        private static String accept(String key) {
            try {
                byte[] digest =
                        MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
                return Base64.getEncoder().encodeToString(digest);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        private boolean frame() {
            if (in.remaining() < 8) {
                return false;
            }
            int at = in.position();
            int length = in.get(at + 1) & 0x7F;
            boolean isMasked = in.get(at + 1) < 0;
            int head = 2;
            if (length == 126) {
                length = in.getShort(at + 2) & 0xFFFF;
                head = 4;
            }
            int all = head + (isMasked ? 4 : 0) + length;
            if (in.remaining() < all) {
                return false;
            }
            if ((in.get(at) & 0xF) == 1) {
                frames.incrementAndGet();
                if (--untilSample == 0) {
                    untilSample = SAMPLED;
                    sample(at + head, isMasked, length);
                }
            }
            in.position(at + all);
            return true;
        }

        private void sample(int at, boolean isMasked, int length) {
            byte[] text = new byte[length];
            int from = isMasked ? at + 4 : at;
            for (int i = 0; i < length; i++) {
                text[i] = (byte) (in.get(from + i) ^ (isMasked ? in.get(at + (i & 3)) : 0));
            }
            String json = new String(text, StandardCharsets.UTF_8);
            int payload = json.indexOf(PAYLOAD);
            if (payload >= 0 && delayCount.get() < delays.length) {
                byte[] first = Base64.getDecoder()
                        .decode(json.substring(payload + PAYLOAD.length(), payload + PAYLOAD.length() + 12));
                delays[delayCount.getAndIncrement()] =
                        System.nanoTime() - ByteBuffer.wrap(first).getLong();
            }
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        server.close();
        selector.close();
    }
}
