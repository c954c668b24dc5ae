package org.starbridge.control.channel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;

/** A message to one or more clients, encoded once: all their channels share its bytes. Immutable; any thread. */
public final class ChannelText {
    private final byte[] utf8;

    private ChannelText(byte[] utf8) {
        this.utf8 = utf8;
    }

    /** A JSON text. */
    public static ChannelText of(String json) {
        return new ChannelText(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The JSON text of a message. */
    public static ChannelText of(BridgeChannelMessage message) {
        return of(BridgeChannelJson.write(message));
    }

    /** Returns the number of bytes of a text in UTF-8. */
    public static int lengthBytes(String text) {
        int bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x800 && !Character.isSurrogate(c)) {
                bytes += 2;
            } else if (c >= 0x80) {
                bytes++; // two of a pair have four bytes
            }
        }
        return bytes;
    }

    /** The number of bytes in UTF-8. */
    public int lengthBytes() {
        return utf8.length;
    }

    /** The shared bytes, which cannot be changed through this view; each caller gets a position of its own. */
    public ByteBuffer view() {
        return ByteBuffer.wrap(utf8).asReadOnlyBuffer();
    }

    /** The shared bytes themselves: only to be read. */
    public byte[] sharedBytes() {
        return utf8;
    }

    @Override
    public String toString() {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
