package org.starbridge.media.ring;

import org.starbridge.rtp.memory.Memory;

/**
 * The layout of a ring's record: a header of 72 bytes in the machine's own byte order, then the body (plaintext RTP, a
 * datagram that belongs to another worker, or nothing). All methods take the record's address.
 *
 * <pre>
 *    0  int    record length          4  u8   type      5  u8  flags     6  u16  body length
 *    8  long   workers that want it, one bit each
 *   16  int    stream handle         20  int  SSRC (RTP), or the owner's endpoint key (datagram)
 *   24  long   extended sequence; of a sender report the stream's clock rate
 * 32  long   arrival, ns
 *   40  int    RTP timestamp         44  u16  RTP header length         46  u8   payload type
 *   47  u8     encoding of its source that a sender report is about; audio level of a packet, 255 if it is not told
 *   48  long   NTP time of a sender report; of a packet the codec's own first word (FrameFacts)
 *   56  long   place among the frames of its source (FrameFacts)
 *   64  long   the codec's own second word
 *   32 bytes of a datagram's body come before the datagram: its sender's socket address
 * </pre>
 */
public final class RingRecord {
    /** What lies in front of a body. */
    public static final int HEADER_BYTES = 72;
    /** The longest body. */
    public static final int MAX_BODY_BYTES = PacketRing.MAX_RECORD_BYTES - HEADER_BYTES;

    /** A record to be skipped at the end of the ring's memory. */
    static final int PADDING = 0;
    /** An RTP packet, decrypted, authenticated, for every receiver of its stream. */
    public static final int MEDIA = 1;
    /** The times of a sender report, for every receiver of its stream; no body. */
    public static final int SENDER_REPORT = 2;
    /** A datagram as it came, for the worker that owns its endpoint. */
    public static final int DATAGRAM = 3;

    /** A packet does not tell how loud it is. */
    public static final int NO_AUDIO_LEVEL = 255;

    private static final int MARKER_FLAG = 1;
    private static final int KEY_FRAME_FLAG = 2;
    private static final int LEVEL_ONLY_FLAG = 4;
    private static final int REMINDER_FLAG = 8;

    private RingRecord() {}

    /** Fills in what media has in common; the body was written already. */
    public static void writeMedia(
            long record,
            long workers,
            int streamHandle,
            int ssrc,
            long extSeq,
            long arrivalNs,
            int rtpTimestamp,
            int headerLengthBytes,
            int payloadType,
            boolean marker,
            boolean keyFrame,
            int bodyBytes,
            long frameFacts) {
        writeHead(record, MEDIA, (marker ? MARKER_FLAG : 0) | (keyFrame ? KEY_FRAME_FLAG : 0), bodyBytes, workers);
        Memory.putNativeInt(record + 16, streamHandle);
        Memory.putNativeInt(record + 20, ssrc);
        Memory.putNativeLong(record + 24, extSeq);
        Memory.putNativeLong(record + 32, arrivalNs);
        Memory.putNativeInt(record + 40, rtpTimestamp);
        Memory.putNativeU16(record + 44, headerLengthBytes);
        Memory.put8(record + 46, payloadType);
        Memory.put8(record + 47, NO_AUDIO_LEVEL);
        Memory.putNativeLong(record + 56, frameFacts);
        writeCodecWords(record, 0, 0);
    }

    /** Adds to a packet of media, once it is written, what its codec alone knows of its frame. */
    public static void writeCodecWords(long record, long first, long second) {
        Memory.putNativeLong(record + 48, first);
        Memory.putNativeLong(record + 64, second);
    }

    /**
     * Adds to a packet of media, once it is written, how loud it is.
     *
     * @param level 0 (loudest) to 127 (RFC 6464)
     * @param isForReceivers whether the packet goes to receivers, besides to who listens for speakers
     */
    public static void writeAudioLevel(long record, int level, boolean isForReceivers) {
        Memory.put8(record + 47, level);
        if (!isForReceivers) {
            Memory.put8(record + 5, Memory.u8(record + 5) | LEVEL_ONLY_FLAG);
        }
    }

    /** Whether a packet of media goes to receivers; otherwise only how loud it is matters. */
    public static boolean isForReceivers(long record) {
        return (Memory.u8(record + 5) & LEVEL_ONLY_FLAG) == 0;
    }

    /** How loud a packet of media is, 0 (loudest) to 127; {@link #NO_AUDIO_LEVEL} if it is not told. */
    public static int audioLevel(long record) {
        return Memory.u8(record + 47);
    }

    /**
     * Fills in a sender report's times.
     *
     * @param clockRateHz of its RTP timestamps; 0: there is no report, what was told before is void
     */
    public static void writeSenderReport(
            long record,
            long workers,
            int streamHandle,
            int ssrc,
            int encoding,
            int rtpTimestamp,
            long ntpTime,
            int clockRateHz,
            long arrivalNs) {
        writeHead(record, SENDER_REPORT, 0, 0, workers);
        Memory.putNativeInt(record + 16, streamHandle);
        Memory.putNativeInt(record + 20, ssrc);
        Memory.putNativeLong(record + 24, clockRateHz);
        Memory.putNativeLong(record + 32, arrivalNs);
        Memory.putNativeInt(record + 40, rtpTimestamp);
        Memory.put8(record + 47, encoding);
        Memory.putNativeLong(record + 48, ntpTime);
    }

    /** Makes a sender report, once it is written, one that came before: for workers to know, not to pass on. */
    public static void markReminder(long record) {
        Memory.put8(record + 5, Memory.u8(record + 5) | REMINDER_FLAG);
    }

    /** Whether a sender report only tells workers what others heard before. */
    public static boolean isReminder(long record) {
        return (Memory.u8(record + 5) & REMINDER_FLAG) != 0;
    }

    /** Fills in a datagram's owner and arrival; the body was written already. */
    public static void writeDatagram(long record, long workers, int endpointKey, long arrivalNs, int bodyBytes) {
        writeHead(record, DATAGRAM, 0, bodyBytes, workers);
        Memory.putNativeInt(record + 20, endpointKey);
        Memory.putNativeLong(record + 32, arrivalNs);
    }

    static void writePadding(long record, int recordBytes) {
        Memory.putNativeInt(record, recordBytes);
        Memory.put8(record + 4, PADDING);
    }

    private static void writeHead(long record, int type, int flags, int bodyBytes, long workers) {
        Memory.put8(record + 4, type);
        Memory.put8(record + 5, flags);
        Memory.putNativeU16(record + 6, bodyBytes);
        Memory.putNativeLong(record + 8, workers);
    }

    static int lengthBytes(long record) {
        return Memory.nativeInt(record);
    }

    static boolean isPadding(long record) {
        return Memory.u8(record + 4) == PADDING;
    }

    /** {@link #MEDIA}, {@link #SENDER_REPORT} or {@link #DATAGRAM}. */
    public static int type(long record) {
        return Memory.u8(record + 4);
    }

    /** The RTP marker bit. */
    public static boolean marker(long record) {
        return (Memory.u8(record + 5) & MARKER_FLAG) != 0;
    }

    /** Whether the packet begins a key frame. */
    public static boolean keyFrame(long record) {
        return (Memory.u8(record + 5) & KEY_FRAME_FLAG) != 0;
    }

    /** Where the body begins. */
    public static long body(long record) {
        return record + HEADER_BYTES;
    }

    /** The body's length, 0 to {@link #MAX_BODY_BYTES} even if the record is torn. */
    public static int bodyBytes(long record) {
        return Math.min(Memory.nativeU16(record + 6), MAX_BODY_BYTES);
    }

    /** Whether {@code worker} is among those that want it. */
    public static boolean isFor(long record, int worker) {
        return (Memory.nativeLong(record + 8) >>> worker & 1) != 0;
    }

    /** The stream's handle in the process. */
    public static int streamHandle(long record) {
        return Memory.nativeInt(record + 16);
    }

    /** The SSRC as it came. */
    public static int ssrc(long record) {
        return Memory.nativeInt(record + 20);
    }

    /** The key of the endpoint that a datagram belongs to. */
    public static int endpointKey(long record) {
        return Memory.nativeInt(record + 20);
    }

    /** The sequence number as it came, extended (RFC 3711 section 3.3.1). */
    public static long extSeq(long record) {
        return Memory.nativeLong(record + 24);
    }

    /** Ticks a second of the RTP timestamps that a sender report is about. */
    public static int clockRateHz(long record) {
        return (int) Memory.nativeLong(record + 24);
    }

    /** When it arrived, on the media clock. */
    public static long arrivalNs(long record) {
        return Memory.nativeLong(record + 32);
    }

    /** The RTP timestamp as it came. */
    public static int rtpTimestamp(long record) {
        return Memory.nativeInt(record + 40);
    }

    /** The RTP header's length in the body, extension included. */
    public static int headerLengthBytes(long record) {
        return Memory.nativeU16(record + 44);
    }

    /** The RTP payload type. */
    public static int payloadType(long record) {
        return Memory.u8(record + 46);
    }

    /** The encoding of its source that a sender report is about. */
    public static int encoding(long record) {
        return Memory.u8(record + 47);
    }

    /** A packet's place among the frames of its source, packed. */
    public static long frameFacts(long record) {
        return Memory.nativeLong(record + 56);
    }

    /** What the codec of a packet alone knows of its frame: the first word. */
    public static long firstCodecWord(long record) {
        return Memory.nativeLong(record + 48);
    }

    /** The second word. */
    public static long secondCodecWord(long record) {
        return Memory.nativeLong(record + 64);
    }

    /** The NTP time of a sender report, RFC 3550 section 4. */
    public static long ntpTime(long record) {
        return Memory.nativeLong(record + 48);
    }
}
