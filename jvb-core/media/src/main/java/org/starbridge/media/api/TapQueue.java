package org.starbridge.media.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A bounded queue of packets in native memory, with one writer (a media worker) and one reader (any other thread). The
 * writer never waits: a packet that does not fit is dropped, and the next record says how many were.
 *
 * <p>The reader closes the queue. Its memory is freed once the writer has {@linkplain #detach let go} of it.
 *
 * <pre>
 *    0  int    record length; negative: skip to the begin of the memory
 *    4  u8     type        6  u16  body length
 *    8  int    SSRC as declared       12  int  SSRC on the wire
 *   16  long   extended sequence; of a sender report its NTP time
 *   24  long   arrival, ns
 *   32  long   packets dropped before this record, since the queue was made
 *   40  int    RTP timestamp of a sender report
 * </pre>
 */
public final class TapQueue implements AutoCloseable {
    /** Size of what lies in front of a body. */
    static final int HEADER_BYTES = 48;
    /** The longest body that is taken: more than any datagram. */
    static final int MAX_BODY_BYTES = 4096;

    private static final VarHandle WRITTEN;
    private static final VarHandle READ;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WRITTEN = lookup.findVarHandle(TapQueue.class, "written", long.class);
            READ = lookup.findVarHandle(TapQueue.class, "read", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Takes the records. Addresses are valid during the call only. */
    public interface Reader {
        /**
         * A packet.
         *
         * @param ssrc as declared, which names the stream; {@code wireSsrc} is that of its packets
         * @param extSeq extended sequence number; begins again with another {@code wireSsrc}
         * @param arrivalNs on the media clock
         * @param address of the plain RTP packet, {@code lengthBytes} long; it may have no payload
         */
        void onPacket(int ssrc, int wireSsrc, long extSeq, long arrivalNs, long address, int lengthBytes);

        /** A sender report (RFC 3550 section 6.4.1). */
        void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs);

        /** So many packets were dropped before what follows, because the queue was full. */
        void onDropped(long packets);
    }

    private enum Type {
        PACKET,
        SENDER_REPORT;

        private static final Type[] ALL = values();
    }

    private final Slab slab;
    private final long base;
    private final int capacityBytes;
    private final boolean isAudioOnly;

    /** The writer's. */
    private long tail;

    private long knownRead;
    private long dropped;

    /** The reader's. */
    private long head;

    private long droppedSeen;

    @SuppressWarnings("UnusedVariable") // through WRITTEN
    private long written;

    @SuppressWarnings("UnusedVariable") // through READ
    private long read;

    private volatile boolean detached;
    private boolean closed;

    /** A queue of {@code capacityBytes}, a power of two of 16 KB or more, for all streams of an endpoint. */
    public TapQueue(int capacityBytes) {
        this(capacityBytes, false);
    }

    /**
     * A queue of {@code capacityBytes}, a power of two of 16 KB or more.
     *
     * @param isAudioOnly whether it gets streams of audio only; nothing of the others is copied or asked for
     */
    public TapQueue(int capacityBytes, boolean isAudioOnly) {
        if (Integer.bitCount(capacityBytes) != 1 || capacityBytes < 16 * 1024) {
            throw new IllegalArgumentException(
                    "tap of " + capacityBytes + " bytes: expected a power of two of 16384 or more");
        }
        this.capacityBytes = capacityBytes;
        this.isAudioOnly = isAudioOnly;
        slab = Slab.allocate(capacityBytes);
        base = slab.address();
    }

    /** Returns whether streams of this kind are to be written into it. */
    public boolean takes(MediaKind kind) {
        return !isAudioOnly || kind == MediaKind.AUDIO;
    }

    /** A packet of the stream declared as {@code ssrc}; its bytes are copied. Writer only. */
    public void writePacket(int ssrc, int wireSsrc, long extSeq, long arrivalNs, long address, int lengthBytes) {
        long record = claim(Type.PACKET, lengthBytes);
        if (record != 0) {
            writeHead(record, ssrc, wireSsrc, extSeq, arrivalNs);
            Memory.copy(address, record + HEADER_BYTES, lengthBytes);
            commit(record);
        }
    }

    /** A packet that lies in two parts; its bytes are copied. Writer only. */
    public void writeParts(
            int ssrc, int wireSsrc, long arrivalNs, long headAddress, int headBytes, long restAddress, int restBytes) {
        long record = claim(Type.PACKET, headBytes + restBytes);
        if (record != 0) {
            writeHead(record, ssrc, wireSsrc, 0, arrivalNs);
            Memory.copy(headAddress, record + HEADER_BYTES, headBytes);
            Memory.copy(restAddress, record + HEADER_BYTES + headBytes, restBytes);
            commit(record);
        }
    }

    /** A sender report of the stream declared as {@code ssrc}. Writer only. */
    public void writeSenderReport(int ssrc, int wireSsrc, long ntp64, int rtpTimestamp, long arrivalNs) {
        long record = claim(Type.SENDER_REPORT, 0);
        if (record != 0) {
            writeHead(record, ssrc, wireSsrc, ntp64, arrivalNs);
            Memory.putNativeInt(record + 40, rtpTimestamp);
            commit(record);
        }
    }

    @SuppressWarnings("EnumOrdinal") // read by the same process
    private long claim(Type type, int bodyBytes) {
        int recordBytes = HEADER_BYTES + (bodyBytes + 7 & -8);
        int untilEnd = capacityBytes - place(tail);
        int skip = untilEnd < recordBytes ? untilEnd : 0;
        if (bodyBytes > MAX_BODY_BYTES || !hasRoom(skip + recordBytes)) {
            dropped++;
            return 0;
        }
        if (skip > 0) {
            Memory.putNativeInt(base + place(tail), -skip);
            tail += skip;
        }
        long record = base + place(tail);
        Memory.putNativeInt(record, recordBytes);
        Memory.put8(record + 4, type.ordinal());
        Memory.putNativeU16(record + 6, bodyBytes);
        return record;
    }

    private boolean hasRoom(int bytes) {
        if (tail + bytes - knownRead > capacityBytes) {
            knownRead = (long) READ.getAcquire(this);
        }
        return tail + bytes - knownRead <= capacityBytes;
    }

    private void writeHead(long record, int ssrc, int wireSsrc, long number, long arrivalNs) {
        Memory.putNativeInt(record + 8, ssrc);
        Memory.putNativeInt(record + 12, wireSsrc);
        Memory.putNativeLong(record + 16, number);
        Memory.putNativeLong(record + 24, arrivalNs);
        Memory.putNativeLong(record + 32, dropped);
    }

    private void commit(long record) {
        tail += Memory.nativeInt(record);
        WRITTEN.setRelease(this, tail);
    }

    /** The writer has let go: it will not touch the queue again. Called by the writer, or in place of it. */
    public void detach() {
        detached = true;
    }

    /** Returns whether there is no writer any more. */
    public boolean isDetached() {
        return detached;
    }

    /**
     * Gives up to {@code limit} records to {@code reader}. Reader only.
     *
     * @return how many
     */
    public int read(Reader reader, int limit) {
        long end = (long) WRITTEN.getAcquire(this);
        int taken = 0;
        while (head != end && taken < limit) {
            long record = base + place(head);
            int lengthBytes = Memory.nativeInt(record);
            if (lengthBytes < 0) {
                head -= lengthBytes;
                continue;
            }
            give(reader, record);
            taken++;
            head += lengthBytes;
        }
        READ.setRelease(this, head);
        return taken;
    }

    private void give(Reader reader, long record) {
        long droppedBefore = Memory.nativeLong(record + 32);
        if (droppedBefore != droppedSeen) {
            reader.onDropped(droppedBefore - droppedSeen);
            droppedSeen = droppedBefore;
        }
        int ssrc = Memory.nativeInt(record + 8);
        long number = Memory.nativeLong(record + 16);
        long arrivalNs = Memory.nativeLong(record + 24);
        switch (Type.ALL[Memory.u8(record + 4)]) {
            case PACKET ->
                reader.onPacket(
                        ssrc,
                        Memory.nativeInt(record + 12),
                        number,
                        arrivalNs,
                        record + HEADER_BYTES,
                        Memory.nativeU16(record + 6));
            case SENDER_REPORT -> reader.onSenderReport(ssrc, number, Memory.nativeInt(record + 40), arrivalNs);
        }
    }

    private int place(long position) {
        return (int) (position & capacityBytes - 1);
    }

    /**
     * Frees the memory. Reader only, and only once {@link #isDetached}; a second call does nothing.
     *
     * @throws IllegalStateException while there is a writer
     */
    @Override
    public void close() {
        if (!detached) {
            throw new IllegalStateException("the tap was closed while a media worker was writing to it");
        }
        if (!closed) {
            closed = true;
            slab.close();
        }
    }
}
