package org.starbridge.media.ring;

import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;

/**
 * The layout of a ring's record: a header of 72 bytes in the machine's own byte order, then the body (plaintext RTP, a
 * datagram that belongs to another worker, or nothing). All methods take the record's address.
 *
 * <pre>
 *    0  int    record length          4  u8   type      5  u8  flags     6  u16  body length
 *    8  long   workers that want it, one bit each
 *   16  int    stream handle         20  int  the owner's endpoint key, of a datagram
 *   24  long   extended sequence; of a sender report the stream's clock rate
 *   32  long   arrival, ns
 *   40  int    RTP timestamp         44  u16  RTP header length         46  u8   payload type
 *   47  u8     encoding of its source that a sender report is about; audio level of a packet, 255 if unknown
 *   48  long   NTP time of a sender report; of a packet the codec's own first word (FrameFacts)
 *   56  long   place among the frames of its source (FrameFacts)
 *   64  long   the codec's own second word (FrameFacts)
 *
 *   32 bytes of a datagram's body come before the datagram: its sender's socket address
 * </pre>
 */
public final class RingRecord {
    /** Length of what lies in front of a body. */
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

    private static final int LEVEL_ONLY_FLAG = 1;
    private static final int REMINDER_FLAG = 2;
    private static final int NO_VOICE_FLAG = 4;

    private RingRecord() {}

    /** Fills in what {@code packet}, the record's body, says itself; {@link #writeOrder} adds the rest. */
    public static void writeMedia(long recordAddress, long workers, int streamHandle, RtpView packet) {
        writeHead(recordAddress, MEDIA, packet.lengthBytes(), workers);
        Memory.putNativeInt(recordAddress + 16, streamHandle);
        Memory.putNativeInt(recordAddress + 40, packet.timestamp());
        Memory.putNativeU16(recordAddress + 44, packet.headerLengthBytes());
        Memory.put8(recordAddress + 46, packet.payloadType());
        Memory.put8(recordAddress + 47, NO_AUDIO_LEVEL);
    }

    /**
     * Adds to a packet of media its place among others.
     *
     * @param extSeq its number among those of its stream that are forwarded, extended
     * @param facts its place among the frames of its source
     */
    public static void writeOrder(long recordAddress, long extSeq, long arrivalNs, FrameFacts facts) {
        Memory.putNativeLong(recordAddress + 24, extSeq);
        Memory.putNativeLong(recordAddress + 32, arrivalNs);
        Memory.putNativeLong(recordAddress + 48, facts.firstCodecWord());
        Memory.putNativeLong(recordAddress + 56, facts.packed());
        Memory.putNativeLong(recordAddress + 64, facts.secondCodecWord());
    }

    /**
     * Adds to a packet of media, once it is written, how loud it is.
     *
     * @param level 0 (loudest) to 127 (RFC 6464)
     * @param isVoice whether the sender takes it for voice
     * @param isForReceivers whether the packet goes to receivers, and not only to speaker detection
     */
    public static void writeAudioLevel(long recordAddress, int level, boolean isVoice, boolean isForReceivers) {
        Memory.put8(recordAddress + 47, level);
        int flags = (isVoice ? 0 : NO_VOICE_FLAG) | (isForReceivers ? 0 : LEVEL_ONLY_FLAG);
        Memory.put8(recordAddress + 5, Memory.u8(recordAddress + 5) | flags);
    }

    /** Returns whether a packet of media is voice, or the sender does not say. */
    public static boolean mayBeVoice(long recordAddress) {
        return (Memory.u8(recordAddress + 5) & NO_VOICE_FLAG) == 0;
    }

    /** Returns whether a packet of media goes to receivers; otherwise only its loudness matters. */
    public static boolean isForReceivers(long recordAddress) {
        return (Memory.u8(recordAddress + 5) & LEVEL_ONLY_FLAG) == 0;
    }

    /** Returns the loudness of a packet of media, 0 (loudest) to 127; {@link #NO_AUDIO_LEVEL} if unknown. */
    public static int audioLevel(long recordAddress) {
        return Memory.u8(recordAddress + 47);
    }

    /**
     * Begins a sender report; {@link #writeTimes} adds what it says.
     *
     * @param encoding the encoding of its source that it is about
     */
    public static void writeSenderReport(long recordAddress, long workers, int streamHandle, int encoding) {
        writeHead(recordAddress, SENDER_REPORT, 0, workers);
        Memory.putNativeInt(recordAddress + 16, streamHandle);
        Memory.put8(recordAddress + 47, encoding);
    }

    /**
     * Adds a sender report's times.
     *
     * @param ntpTime 64 bits, RFC 3550 section 4
     * @param clockRateHz of its RTP timestamps; 0: there is no report, and earlier ones are void
     * @param arrivalNs when it arrived, on the media clock
     */
    public static void writeTimes(long recordAddress, long ntpTime, int rtpTimestamp, int clockRateHz, long arrivalNs) {
        Memory.putNativeLong(recordAddress + 24, clockRateHz);
        Memory.putNativeLong(recordAddress + 32, arrivalNs);
        Memory.putNativeInt(recordAddress + 40, rtpTimestamp);
        Memory.putNativeLong(recordAddress + 48, ntpTime);
    }

    /** Makes a sender report, once it is written, one that came before: for workers to know, not to pass on. */
    public static void markReminder(long recordAddress) {
        Memory.put8(recordAddress + 5, Memory.u8(recordAddress + 5) | REMINDER_FLAG);
    }

    /** Returns whether a sender report is repeated for workers that did not get it before. */
    public static boolean isReminder(long recordAddress) {
        return (Memory.u8(recordAddress + 5) & REMINDER_FLAG) != 0;
    }

    /** Fills in a datagram's owner and arrival; the body was written already. */
    public static void writeDatagram(long recordAddress, long workers, int endpointKey, long arrivalNs, int bodyBytes) {
        writeHead(recordAddress, DATAGRAM, bodyBytes, workers);
        Memory.putNativeInt(recordAddress + 20, endpointKey);
        Memory.putNativeLong(recordAddress + 32, arrivalNs);
    }

    static void writePadding(long recordAddress, int recordBytes) {
        Memory.putNativeInt(recordAddress, recordBytes);
        Memory.put8(recordAddress + 4, PADDING);
    }

    private static void writeHead(long recordAddress, int type, int bodyBytes, long workers) {
        Memory.put8(recordAddress + 4, type);
        Memory.put8(recordAddress + 5, 0);
        Memory.putNativeU16(recordAddress + 6, bodyBytes);
        Memory.putNativeLong(recordAddress + 8, workers);
    }

    static int lengthBytes(long recordAddress) {
        return Memory.nativeInt(recordAddress);
    }

    static boolean isPadding(long recordAddress) {
        return Memory.u8(recordAddress + 4) == PADDING;
    }

    /** {@link #MEDIA}, {@link #SENDER_REPORT} or {@link #DATAGRAM}. */
    public static int type(long recordAddress) {
        return Memory.u8(recordAddress + 4);
    }

    /** Returns the address of the body. */
    public static long body(long recordAddress) {
        return recordAddress + HEADER_BYTES;
    }

    /** The body's length, 0 to {@link #MAX_BODY_BYTES} even if the record is torn. */
    public static int bodyBytes(long recordAddress) {
        return Math.min(Memory.nativeU16(recordAddress + 6), MAX_BODY_BYTES);
    }

    /** Returns whether {@code worker} is among those that want it. */
    public static boolean isFor(long recordAddress, int worker) {
        return (Memory.nativeLong(recordAddress + 8) >>> worker & 1) != 0;
    }

    /** The stream's handle in the process. */
    public static int streamHandle(long recordAddress) {
        return Memory.nativeInt(recordAddress + 16);
    }

    /** The key of the endpoint that a datagram belongs to. */
    public static int endpointKey(long recordAddress) {
        return Memory.nativeInt(recordAddress + 20);
    }

    /** The sequence number as it came, extended (RFC 3711 section 3.3.1). */
    public static long extSeq(long recordAddress) {
        return Memory.nativeLong(recordAddress + 24);
    }

    /** Ticks a second of the RTP timestamps that a sender report is about. */
    public static int clockRateHz(long recordAddress) {
        return (int) Memory.nativeLong(recordAddress + 24);
    }

    /** Returns its arrival time, on the media clock. */
    public static long arrivalNs(long recordAddress) {
        return Memory.nativeLong(recordAddress + 32);
    }

    /** The RTP timestamp as it came. */
    public static int rtpTimestamp(long recordAddress) {
        return Memory.nativeInt(recordAddress + 40);
    }

    /** The RTP payload type. */
    public static int payloadType(long recordAddress) {
        return Memory.u8(recordAddress + 46);
    }

    /** The encoding of its source that a sender report is about. */
    public static int encoding(long recordAddress) {
        return Memory.u8(recordAddress + 47);
    }

    /** Reads a packet's place among the frames of its source. */
    public static void readFacts(long recordAddress, FrameFacts facts) {
        facts.unpack(
                Memory.nativeLong(recordAddress + 56),
                Memory.nativeLong(recordAddress + 48),
                Memory.nativeLong(recordAddress + 64));
    }

    /** The NTP time of a sender report, RFC 3550 section 4. */
    public static long ntpTime(long recordAddress) {
        return Memory.nativeLong(recordAddress + 48);
    }
}
