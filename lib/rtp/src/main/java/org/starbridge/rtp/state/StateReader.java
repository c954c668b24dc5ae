package org.starbridge.rtp.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Reads a record of a {@link StateWriter}. Whatever is in the bytes, the only failure is a {@link StateException}. Not
 * thread safe.
 */
public final class StateReader implements State {
    private final ByteBuffer buffer;
    private final int version;
    private final long nowNs;
    private final String path;
    private int lastTag;

    private StateReader(ByteBuffer buffer, int version, long nowNs, String path) {
        this.buffer = buffer;
        this.version = version;
        this.nowNs = nowNs;
        this.path = path;
    }

    /**
     * A reader of the parts of a whole record.
     *
     * @param nowNs on the media clock of this process
     */
    public static StateReader of(byte[] record, long nowNs) throws StateException {
        int partsBytes = record.length - StateWriter.HEADER_BYTES - StateWriter.CHECKSUM_BYTES;
        if (partsBytes < 0 || record.length > StateWriter.MAX_BYTES) {
            throw new StateException("a record of " + record.length + " bytes");
        }
        ByteBuffer buffer = ByteBuffer.wrap(record);
        if (buffer.getInt() != StateWriter.MAGIC) {
            throw new StateException("not a record");
        }
        int format = buffer.get();
        if (format != StateWriter.FORMAT) {
            throw new StateException("a record of format " + format + ": expected " + StateWriter.FORMAT);
        }
        if (buffer.getInt() != partsBytes) {
            throw new StateException("a record of another length than it says");
        }
        CRC32C checksum = new CRC32C();
        checksum.update(record, 0, record.length - StateWriter.CHECKSUM_BYTES);
        if ((int) checksum.getValue() != buffer.getInt(record.length - StateWriter.CHECKSUM_BYTES)) {
            throw new StateException("a damaged record: its checksum is wrong");
        }
        return new StateReader(buffer.slice(StateWriter.HEADER_BYTES, partsBytes), format, nowNs, "the record");
    }

    private ByteBuffer field(int bytes) throws StateException {
        if (buffer.remaining() < bytes) {
            throw new StateException(path + " ends within a field");
        }
        return buffer;
    }

    @Override
    public boolean isReading() {
        return true;
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
        int read = field(1).get();
        if (read != 0 && read != 1) {
            throw new StateException(path + " has a flag that is neither false nor true");
        }
        return read == 1;
    }

    @Override
    public int i32(int value) throws StateException {
        return field(Integer.BYTES).getInt();
    }

    @Override
    public long i64(long value) throws StateException {
        return field(Long.BYTES).getLong();
    }

    @Override
    public double f64(double value) throws StateException {
        return field(Double.BYTES).getDouble();
    }

    @Override
    public long time(long timeNs) throws StateException {
        boolean isFixed = bool(false);
        long read = i64(0);
        return isFixed ? read : nowNs + Math.clamp(read, -StateWriter.FARTHEST_NS, StateWriter.FARTHEST_NS);
    }

    @Override
    public byte[] bytes(byte[] value, int maxBytes) throws StateException {
        int length = i32(0, 0, maxBytes);
        byte[] read = new byte[field(length).remaining() < length ? 0 : length];
        buffer.get(read);
        return read;
    }

    @Override
    public String text(String value, int maxBytes) throws StateException {
        return new String(bytes(new byte[0], maxBytes), StandardCharsets.UTF_8);
    }

    @Override
    public boolean part(int tag, int partVersion, Part body) throws StateException {
        if (tag < lastTag) {
            throw new IllegalArgumentException("part " + tag + " behind part " + lastTag);
        }
        while (buffer.hasRemaining()) {
            if (buffer.remaining() < StateWriter.PART_HEADER_BYTES) {
                throw new StateException(path + " ends within the header of a part");
            }
            int at = buffer.position();
            int found = buffer.getShort(at) & StateWriter.MAX_TAG;
            int length = buffer.getInt(at + StateWriter.PART_HEADER_BYTES - Integer.BYTES);
            if (found < lastTag) {
                throw new StateException(path + " has part " + found + " behind part " + lastTag);
            }
            if (length < 0 || length > buffer.remaining() - StateWriter.PART_HEADER_BYTES) {
                throw new StateException("part " + found + " of " + path + " is longer than what is left");
            }
            if (found > tag) {
                return false;
            }
            lastTag = found;
            buffer.position(at + StateWriter.PART_HEADER_BYTES + length);
            if (found == tag) {
                String name = "part " + tag + " of " + path;
                int version = buffer.get(at + Short.BYTES) & StateWriter.MAX_VERSION;
                if (version > partVersion || version < Math.max(1, partVersion - 1)) {
                    throw new StateException(name + " is of version " + version + ": this program reads "
                            + Math.max(1, partVersion - 1) + " to " + partVersion);
                }
                ByteBuffer content = buffer.slice(at + StateWriter.PART_HEADER_BYTES, length);
                body.state(new StateReader(content, version, nowNs, name));
                return true;
            }
        }
        return false;
    }
}
