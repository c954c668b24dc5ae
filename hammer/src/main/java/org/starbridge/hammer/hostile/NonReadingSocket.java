package org.starbridge.hammer.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A bridge channel over WebSocket (RFC 6455) that is opened and then never read, not even the answer to the handshake.
 * What it says goes out as far as the bridge reads it; it never waits. Owned by one thread.
 */
final class NonReadingSocket implements AutoCloseable {
    /** The least that the kernel has: what the bridge sends soon waits at the bridge. */
    private static final int RECEIVE_BUFFER_BYTES = 2_048;

    private static final int FIN_TEXT = 0x81;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int MASK_BYTES = 4;

    private final SocketChannel socket;
    private ByteBuffer unsent;

    /** Connects, asks for the upgrade, and believes in it. */
    NonReadingSocket(URI channel) throws IOException {
        socket = SocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
            socket.connect(new InetSocketAddress(channel.getHost(), channel.getPort()));
            socket.configureBlocking(false);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        unsent = ByteBuffer.wrap("""
            GET %s?%s HTTP/1.1\r
            Host: %s\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """.formatted(channel.getRawPath(), channel.getRawQuery(), channel.getAuthority())
                .getBytes(StandardCharsets.US_ASCII));
        flush();
    }

    /** Says something, unless the bridge has not taken all that was said before. */
    boolean say(byte[] frame) throws IOException {
        if (!flush()) {
            return false;
        }
        unsent = ByteBuffer.wrap(frame);
        flush();
        return true;
    }

    private boolean flush() throws IOException {
        socket.write(unsent);
        return !unsent.hasRemaining();
    }

    /** A text message as a client frames it; the mask is zero, which leaves the bytes as they are. */
    static byte[] frame(String text) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(2 + Long.BYTES + MASK_BYTES + payload.length);
        frame.put((byte) FIN_TEXT);
        if (payload.length < LENGTH_16) {
            frame.put((byte) (MASKED | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (MASKED | LENGTH_16)).putShort((short) payload.length);
        } else {
            frame.put((byte) (MASKED | LENGTH_64)).putLong(payload.length);
        }
        frame.putInt(0).put(payload).flip();
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    /** Without a word. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone either way.
        }
    }
}
