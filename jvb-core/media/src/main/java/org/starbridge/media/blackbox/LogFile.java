package org.starbridge.media.blackbox;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * File with the log of one conference.
 *
 * <pre>
 *    4 bytes  "SBBX"    1 byte  version of the format
 *    4 bytes  length    description, a record of {@code org.starbridge.rtp.state}
 *    4 bytes  number of segments, each:  8 bytes  events lost    4 bytes  length    events
 *    4 bytes  CRC-32C of all before
 * </pre>
 *
 * @param description of bridge, settings and surroundings
 * @param segments the oldest first
 */
public record LogFile(Description description, List<LogFile.Part> segments) {
    private static final int MAGIC = 'S' << 24 | 'B' << 16 | 'B' << 8 | 'X';
    private static final int FORMAT = 1;
    private static final int CHECKSUM_BYTES = 4;
    private static final int MAX_TEXT_BYTES = 4096;
    private static final int MAX_ENTRIES = 1000;

    /**
     * Description of the bridge that wrote a log.
     *
     * @param version of the bridge
     * @param writtenAtMs since 1970
     * @param settings by configuration key, those that decide what media workers do
     * @param worker number of the media worker
     * @param candidates addresses of the bridge, that of the worker's socket first
     * @param maxDatagrams in one message to the kernel
     * @param maxPaddingBytes of a packet in such a message
     */
    public record Description(
            String version,
            long writtenAtMs,
            Map<String, String> settings,
            int worker,
            List<InetSocketAddress> candidates,
            int maxDatagrams,
            int maxPaddingBytes) {}

    /**
     * One segment.
     *
     * @param lost events that did not fit: after the first of them nothing was logged
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Part(long lost, byte[] events) {}

    public LogFile {
        segments = List.copyOf(segments);
    }

    /** Returns the file's content. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeByte(FORMAT);
            byte[] described = CommandCodec.written(state -> state(state, description));
            out.writeInt(described.length);
            out.write(described);
            out.writeInt(segments.size());
            for (Part part : segments) {
                out.writeLong(part.lost);
                out.writeInt(part.events.length);
                out.write(part.events);
            }
            CRC32C checksum = new CRC32C();
            checksum.update(bytes.toByteArray());
            out.writeInt((int) checksum.getValue());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a file.
     *
     * @throws StateException if the content is not such a file, or damaged
     */
    public static LogFile read(byte[] bytes) throws StateException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < 17 || in.getInt() != MAGIC) {
            throw new StateException("not the log of a conference");
        }
        int format = in.get();
        if (format != FORMAT) {
            throw new StateException("a log in version " + format + " of the format; this program reads " + FORMAT);
        }
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - CHECKSUM_BYTES);
        if (in.getInt(bytes.length - CHECKSUM_BYTES) != (int) checksum.getValue()) {
            throw new StateException("a damaged log: its checksum is wrong");
        }
        in.limit(bytes.length - CHECKSUM_BYTES);
        byte[] described = block(in);
        Description[] description = new Description[1];
        CommandCodec.read(described, state -> description[0] = state(state, null));
        List<Part> segments = new ArrayList<>();
        int count = number(in);
        for (int i = 0; i < count; i++) {
            if (in.remaining() < Long.BYTES) {
                throw new StateException("a log that ends early");
            }
            long lost = in.getLong();
            segments.add(new Part(lost, block(in)));
        }
        return new LogFile(description[0], segments);
    }

    private static int number(ByteBuffer in) throws StateException {
        int number = in.remaining() < Integer.BYTES ? -1 : in.getInt();
        if (number < 0 || number > in.remaining()) {
            throw new StateException("a log that ends early");
        }
        return number;
    }

    private static byte[] block(ByteBuffer in) throws StateException {
        byte[] block = new byte[number(in)];
        in.get(block);
        return block;
    }

    private static Description state(State state, @Nullable Description known) throws StateException {
        return new Description(
                state.text(known == null ? "" : known.version, MAX_TEXT_BYTES),
                state.i64(known == null ? 0 : known.writtenAtMs),
                state.map(
                        known == null ? Map.of() : known.settings,
                        MAX_ENTRIES,
                        (s, text) -> s.text(text == null ? "" : text, MAX_TEXT_BYTES),
                        (s, text) -> s.text(text == null ? "" : text, MAX_TEXT_BYTES)),
                state.i32(known == null ? 0 : known.worker, 0, 63),
                state.list(known == null ? List.of() : known.candidates, MAX_ENTRIES, CommandCodec::address),
                state.i32(known == null ? 1 : known.maxDatagrams, 1, 64),
                state.i32(known == null ? 0 : known.maxPaddingBytes, 0, 255));
    }
}
