package org.starbridge.bridge.meet;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A TCP proxy before a bridge's WebSockets that appends each text message to a file: the path that the client requested
 * and the direction, in front of the text. Compression is not offered to the bridge.
 */
final class ChannelTap implements AutoCloseable {
    private static final int TEXT = 1;
    private static final int LONGEST_HEAD = 16_384;

    private final int bridgePort;
    private final Path file;
    private final ServerSocket server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** @param file to which messages are appended */
    ChannelTap(int bridgePort, Path file) throws IOException {
        this.bridgePort = bridgePort;
        this.file = file;
        Thread.startVirtualThread(this::accept);
    }

    /** Its port, which others are given in place of the bridge's. */
    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                sockets.add(client);
                Thread.startVirtualThread(() -> connect(client));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket bridge = new Socket(InetAddress.getLoopbackAddress(), bridgePort)) {
            sockets.add(bridge);
            String request = head(client.getInputStream());
            String path = request.split(" ", 3)[1];
            bridge.getOutputStream().write(withoutCompression(request).getBytes(StandardCharsets.ISO_8859_1));
            client.getOutputStream().write(head(bridge.getInputStream()).getBytes(StandardCharsets.ISO_8859_1));
            Thread fromBridge = Thread.startVirtualThread(() -> passOn(bridge, client, path + " server "));
            passOn(client, bridge, path + " client ");
            fromBridge.join();
        } catch (IOException _) {
            // ends the connection
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0 || head.size() == LONGEST_HEAD) {
                throw new IOException("no head");
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static String withoutCompression(String head) {
        return head.replaceAll("(?i)Sec-WebSocket-Extensions:.*\r\n", "");
    }

    private void passOn(Socket from, Socket to, String prefix) {
        try {
            DataInputStream in = new DataInputStream(from.getInputStream());
            while (true) {
                passFrame(in, to.getOutputStream(), prefix);
            }
        } catch (IOException _) {
            close(from);
            close(to);
        }
    }

    /** Frames of bridges are whole messages. */
    private void passFrame(DataInputStream in, OutputStream out, String prefix) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        head.write(first);
        head.write(second);
        byte[] extended = in.readNBytes((second & 0x7f) == 126 ? 2 : (second & 0x7f) == 127 ? 8 : 0);
        head.write(extended);
        byte[] mask = in.readNBytes((second & 0x80) == 0 ? 0 : 4);
        head.write(mask);
        byte[] payload = new byte[length(second & 0x7f, extended)];
        in.readFully(payload);
        head.write(payload);
        out.write(head.toByteArray());
        out.flush();
        if ((first & 0x0f) == TEXT) {
            for (int i = 0; mask.length > 0 && i < payload.length; i++) {
                payload[i] ^= mask[i % mask.length];
            }
            append(prefix + new String(payload, StandardCharsets.UTF_8).replace('\n', ' ') + "\n");
        }
    }

    private static int length(int shortLength, byte[] extended) {
        ByteBuffer bytes = ByteBuffer.wrap(extended);
        return switch (extended.length) {
            case 2 -> Short.toUnsignedInt(bytes.getShort());
            case 8 -> Math.toIntExact(bytes.getLong());
            default -> shortLength;
        };
    }

    private synchronized void append(String line) throws IOException {
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is closed
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        sockets.forEach(ChannelTap::close);
    }
}
