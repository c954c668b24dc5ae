package org.starbridge.sdp.attribute;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/** Reads one {@code a=} line. */
public final class AttributeReader {
    private AttributeReader() {}

    /**
     * Reads the value of an attribute line.
     *
     * @param text what stands after {@code a=}
     */
    public static Attribute read(int line, String text) throws SdpException {
        int colon = text.indexOf(':');
        String name = (colon < 0 ? text : text.substring(0, colon)).strip().toLowerCase(Locale.ROOT);
        if (!Words.isToken(name)) {
            throw new SdpException(line, "attribute \"" + Words.quoted(text) + "\": expected a=name or a=name:value");
        }
        return colon < 0 ? property(name) : valued(line, name, text.substring(colon + 1));
    }

    private static Attribute property(String name) {
        for (Flag flag : Flag.values()) {
            if (flag.text().equals(name)) {
                return flag;
            }
        }
        Direction direction = direction(name);
        return direction == null ? new OtherAttribute(name, null) : direction;
    }

    static @Nullable Direction direction(String name) {
        for (Direction direction : Direction.values()) {
            if (direction.text().equals(name)) {
                return direction;
            }
        }
        return null;
    }

    private static Attribute valued(int line, String name, String text) throws SdpException {
        String value = text.strip();
        Attribute read = TransportAttribute.read(line, name, value);
        if (read == null) {
            read = RtpAttribute.read(line, name, value);
        }
        if (read == null) {
            read = SourceAttribute.read(line, name, value);
        }
        if (read != null) {
            return read;
        }
        return switch (name) {
            case Group.NAME -> Group.parse(line, value);
            case Mid.NAME -> Mid.parse(line, value);
            default -> new OtherAttribute(name, text);
        };
    }
}
