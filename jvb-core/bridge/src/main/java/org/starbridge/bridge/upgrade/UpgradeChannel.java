package org.starbridge.bridge.upgrade;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message.Kind;
import org.starbridge.transport.platform.UnixSocket;

/**
 * Messages between the two processes of a hand-over.
 *
 * <pre>
 *    1 byte  kind      4 bytes  length      content
 *
 *    new   HELLO       version, settings
 *    old   SOCKETS     number, with the descriptors; name of its session with focuses      or REFUSED  sentence
 *    new   PREPARED
 *    old   CONFERENCE  id, number of endpoints, record               or REFUSED  sentence
 *    old   MEDIA       record of an endpoint, for each
 *    old   END         number of conferences, after all of them; number and meeting ids of those that are recorded
 *    new   READY                                                     or REFUSED  sentence
 *    old   YOURS       from here on the conferences are the new one's
 *    old   REQUEST     of a focus, which still came here; any number    new   ANSWER
 *    old   FREE        its HTTP ports are free
 * </pre>
 */
final class UpgradeChannel {
    /** Of messages and records; both processes have to have the same. */
    static final int VERSION = 2;

    private static final int HEADER_BYTES = 5;
    private static final int MAX_BYTES = 17 << 20;
    private static final int MAX_SETTINGS = 100;

    private final UnixSocket socket;

    UpgradeChannel(UnixSocket socket) {
        this.socket = socket;
    }

    /** A message that came. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Message(Kind kind, byte[] content, List<Integer> descriptors) {
        /** Kinds by their number on the wire. */
        enum Kind {
            HELLO,
            REFUSED,
            SOCKETS,
            PREPARED,
            CONFERENCE,
            MEDIA,
            END,
            READY,
            YOURS,
            FREE,
            REQUEST,
            ANSWER
        }

        /** The content, to be read. */
        DataInputStream input() {
            return new DataInputStream(new ByteArrayInputStream(content));
        }
    }

    /** Content of a message. */
    @FunctionalInterface
    interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    /** Calls that take longer fail. */
    void timeoutMs(int timeoutMs) throws IOException {
        socket.timeoutMs(timeoutMs);
    }

    /** Sends a message without content. */
    void send(Kind kind) throws IOException {
        send(kind, List.of(), _ -> {});
    }

    void send(Kind kind, List<Integer> descriptors, Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        content.write(new DataOutputStream(bytes));
        send(kind, descriptors, bytes.toByteArray());
    }

    /** Sends a record, and wipes it. */
    void sendRecord(Kind kind, byte[] record) throws IOException {
        send(kind, List.of(), record);
    }

    /** Sends a message, whose content is wiped. */
    @SuppressWarnings("EnumOrdinal") // both processes have the same list: others are refused by their first message
    private void send(Kind kind, List<Integer> descriptors, byte[] content) throws IOException {
        byte[] message = ByteBuffer.allocate(HEADER_BYTES + content.length)
                .put((byte) kind.ordinal())
                .putInt(content.length)
                .put(content)
                .array();
        try {
            socket.write(message, descriptors);
        } finally {
            Arrays.fill(content, (byte) 0);
            Arrays.fill(message, (byte) 0);
        }
    }

    /**
     * Waits for a message of a kind.
     *
     * @throws UpgradeException if the other process refuses instead
     */
    Message expect(Kind... kinds) throws IOException {
        List<Integer> descriptors = new ArrayList<>();
        byte[] header = new byte[HEADER_BYTES];
        socket.read(header, descriptors);
        ByteBuffer fields = ByteBuffer.wrap(header);
        int number = fields.get();
        int length = fields.getInt();
        if (number < 0 || number >= Kind.values().length || length < 0 || length > MAX_BYTES) {
            throw new IOException("the other process sends something else than messages of a hand-over");
        }
        byte[] content = new byte[length];
        socket.read(content, descriptors);
        Message message = new Message(Kind.values()[number], content, descriptors);
        if (message.kind == Kind.REFUSED) {
            throw new UpgradeException(new String(content, StandardCharsets.UTF_8));
        }
        if (!Arrays.asList(kinds).contains(message.kind)) {
            throw new IOException("the other process sends " + message.kind + ": expected " + Arrays.toString(kinds));
        }
        return message;
    }

    /** Tells the other process why not. It may be gone. */
    void refuse(String sentence) {
        try {
            send(Kind.REFUSED, List.of(), sentence.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Then the operator learns it from the log of this process only.
        }
    }

    /** Sends the first message. */
    void hello(Map<String, String> settings) throws IOException {
        send(Kind.HELLO, List.of(), out -> {
            out.writeInt(VERSION);
            out.writeInt(settings.size());
            for (Map.Entry<String, String> setting : new TreeMap<>(settings).entrySet()) {
                out.writeUTF(setting.getKey());
                out.writeUTF(setting.getValue());
            }
        });
    }

    /**
     * Reads the first message.
     *
     * @throws UpgradeException if its sender is not compatible, with the reason
     */
    void expectHello(Map<String, String> settings) throws IOException {
        DataInputStream in = expect(Kind.HELLO).input();
        int version = in.readInt();
        if (version != VERSION) {
            throw new UpgradeException("the new bridge hands over by version " + version + ", the running one by "
                    + VERSION + ": restart instead");
        }
        int count = Math.clamp(in.readInt(), 0, MAX_SETTINGS);
        Map<String, String> other = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            other.put(in.readUTF(), in.readUTF());
        }
        for (Map.Entry<String, String> setting : new TreeMap<>(settings).entrySet()) {
            String theirs = other.getOrDefault(setting.getKey(), "not there");
            if (!theirs.equals(setting.getValue())) {
                throw new UpgradeException(setting.getKey() + " is " + theirs + " in the new configuration and "
                        + setting.getValue() + " in the running bridge: it cannot change without a restart");
            }
        }
    }
}
