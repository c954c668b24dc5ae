package org.starbridge.media.blackbox;

import java.util.Arrays;
import java.util.Optional;
import org.starbridge.rtp.state.StateException;

/** Events of one segment, in their order. Not thread safe. */
public final class LogReader {
    private final byte[] bytes;
    private int at;

    /** @param segment as it was written; a damaged one ends in a {@link StateException} */
    public LogReader(byte[] segment) {
        bytes = segment;
    }

    /** Returns the next event; empty at the end. */
    public Optional<Event> next() throws StateException {
        if (at >= bytes.length) {
            return Optional.empty();
        }
        int kind = bytes[at++];
        if (kind < 0 || kind >= EventKind.count()) {
            throw new StateException("an event of the unknown kind " + kind);
        }
        long key = number();
        long a = signed();
        long b = signed();
        long length = number();
        if (length < 0 || length > bytes.length - at || key != (int) key) {
            throw new StateException("an event that ends beyond its segment");
        }
        byte[] kept = Arrays.copyOfRange(bytes, at, at + (int) length);
        at += (int) length;
        return Optional.of(new Event(EventKind.of(kind), (int) key, a, b, kept));
    }

    private long signed() throws StateException {
        long value = number();
        return value >>> 1 ^ -(value & 1);
    }

    private long number() throws StateException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= bytes.length) {
                throw new StateException("a segment that ends within an event");
            }
            int next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new StateException("a number that has no end");
    }
}
