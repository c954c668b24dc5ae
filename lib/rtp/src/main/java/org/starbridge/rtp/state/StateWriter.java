package org.starbridge.rtp.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Writes a record. Not thread safe.
 *
 * <pre>
 *    4 bytes  "SBST"       1 byte  version of the format       4 bytes  length of the parts
 *    parts, each:  2 bytes  tag    1 byte  version    4 bytes  length    fields, then parts
 *    4 bytes  CRC-32C of all before
 * </pre>
 */
public final class StateWriter implements State {
    /** Longer records are refused: an endpoint's is some ten kilobytes long. */
    public static final int MAX_BYTES = 16 << 20;

    static final int MAGIC = 'S' << 24 | 'B' << 16 | 'S' << 8 | 'T';
    static final int FORMAT = 1;
    static final int HEADER_BYTES = 9;
    static final int PART_HEADER_BYTES = 7;
    static final int CHECKSUM_BYTES = 4;
    static final int MAX_TAG = 0xFFFF;
    static final int MAX_VERSION = 0xFF;
    static final byte DISTANCE = 0;
    static final byte FIXED = 1;
    /** A time that is farther from zero stands for never or always. */
    static final long FARTHEST_NS = Long.MAX_VALUE / 4;

    private static final int FIRST_BYTES = 1024;
    private static final int LENGTH_OFFSET = 5;

    private final long nowNs;
    private ByteBuffer buffer = ByteBuffer.allocate(FIRST_BYTES);
    private int version = FORMAT;
    private int lastTag;
    private boolean hasParts;

    /** @param nowNs on the media clock */
    public StateWriter(long nowNs) {
        this.nowNs = nowNs;
        buffer.putInt(MAGIC).put((byte) FORMAT).putInt(0);
    }

    /** Returns the whole record, and wipes what was written: it may hold keys. The writer is not used again. */
    public byte[] record() throws StateException {
        buffer.putInt(LENGTH_OFFSET, buffer.position() - HEADER_BYTES);
        CRC32C checksum = new CRC32C();
        checksum.update(buffer.array(), 0, buffer.position());
        room(CHECKSUM_BYTES).putInt((int) checksum.getValue());
        byte[] record = Arrays.copyOf(buffer.array(), buffer.position());
        Arrays.fill(buffer.array(), (byte) 0);
        return record;
    }

    private ByteBuffer room(int bytes) throws StateException {
        if (buffer.remaining() < bytes) {
            if (bytes > MAX_BYTES - buffer.position()) {
                throw new StateException("the record would be longer than " + MAX_BYTES + " bytes");
            }
            byte[] old = buffer.array();
            int size = Math.max(2 * old.length, buffer.position() + bytes);
            ByteBuffer more = ByteBuffer.allocate(Math.min(size, MAX_BYTES));
            more.put(old, 0, buffer.position());
            Arrays.fill(old, (byte) 0);
            buffer = more;
        }
        return buffer;
    }

    private ByteBuffer field(int bytes) throws StateException {
        if (hasParts) {
            throw new IllegalStateException("a field behind a part");
        }
        return room(bytes);
    }

    @Override
    public boolean isReading() {
        return false;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public boolean bool(boolean value) throws StateException {
        field(1).put((byte) (value ? 1 : 0));
        return value;
    }

    @Override
    public int i32(int value) throws StateException {
        field(Integer.BYTES).putInt(value);
        return value;
    }

    @Override
    public long i64(long value) throws StateException {
        field(Long.BYTES).putLong(value);
        return value;
    }

    @Override
    public double f64(double value) throws StateException {
        field(Double.BYTES).putDouble(value);
        return value;
    }

    @Override
    public long time(long timeNs) throws StateException {
        boolean isFixed = timeNs > FARTHEST_NS || timeNs < -FARTHEST_NS;
        field(1 + Long.BYTES).put(isFixed ? FIXED : DISTANCE).putLong(isFixed ? timeNs : timeNs - nowNs);
        return timeNs;
    }

    @Override
    public byte[] bytes(byte[] value, int maxBytes) throws StateException {
        if (value.length > maxBytes) {
            throw new StateException(value.length + " bytes: expected at most " + maxBytes);
        }
        field(Integer.BYTES + value.length).putInt(value.length).put(value);
        return value;
    }

    @Override
    public String text(String value, int maxBytes) throws StateException {
        bytes(value.getBytes(StandardCharsets.UTF_8), maxBytes);
        return value;
    }

    @Override
    public boolean part(int tag, int partVersion, Part body) throws StateException {
        if (tag < lastTag || tag > MAX_TAG || partVersion < 1 || partVersion > MAX_VERSION) {
            throw new IllegalArgumentException("part " + tag + " of version " + partVersion + " behind " + lastTag);
        }
        room(PART_HEADER_BYTES).putShort((short) tag).put((byte) partVersion).putInt(0);
        int start = buffer.position();
        int versionBefore = version;
        version = partVersion;
        hasParts = false;
        lastTag = 0;
        body.state(this);
        buffer.putInt(start - Integer.BYTES, buffer.position() - start);
        version = versionBefore;
        hasParts = true;
        lastTag = tag;
        return true;
    }
}
