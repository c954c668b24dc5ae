package org.starbridge.rtp.packet;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight over one RTP packet, RFC 3550 section 5.1 and 5.3.1. It owns no memory: it is valid as long as the bytes
 * it was wrapped around. Owned by one thread; wrapped again for every packet.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |V=2|P|X|  CC   |M|     PT      |       sequence number         |
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |                           timestamp                           |
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |           synchronization source (SSRC) identifier            |
 *   +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *   |          contributing source (CSRC) identifiers, CC of them   |
 *   +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *   |      defined by profile       |  length in 32-bit words       |  if X
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |                        header extension                       |  if X
 *   +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 *   |              payload, then padding; last byte = its length, if P
 * </pre>
 *
 * <p>Before a successful {@link #wrap} the accessors have no meaning.
 */
public final class RtpView {
    /** The header without contributing sources and extension, in bytes. */
    public static final int FIXED_HEADER_BYTES = 12;

    /** The profile and length fields in front of the extension's elements, in bytes. */
    public static final int EXTENSION_HEADER_BYTES = 4;

    static final int VERSION_2 = 0x80;
    static final int PADDING_BIT = 0x20;
    static final int EXTENSION_BIT = 0x10;
    static final int CSRC_COUNT_MASK = 0x0F;
    static final int MARKER_BIT = 0x80;

    private static final int VERSION_MASK = 0xC0;

    private long address;
    private int lengthBytes;
    private int headerLengthBytes;
    private int extensionLengthBytes;
    private int paddingLengthBytes;

    /** A view of nothing; {@link #wrap} comes first. */
    public RtpView() {}

    /**
     * Looks at {@code lengthBytes} plaintext bytes at {@code address}.
     *
     * @return null if they are a well-formed RTP packet, else why not; after a fault the view must not be read
     */
    public @Nullable RtpFault wrap(long address, int lengthBytes) {
        if (lengthBytes < FIXED_HEADER_BYTES) {
            return RtpFault.TOO_SHORT;
        }
        int first = Memory.u8(address);
        if ((first & VERSION_MASK) != VERSION_2) {
            return RtpFault.BAD_VERSION;
        }
        int header = FIXED_HEADER_BYTES + 4 * (first & CSRC_COUNT_MASK);
        if (header > lengthBytes) {
            return RtpFault.TRUNCATED_CSRC;
        }
        int extension = 0;
        if ((first & EXTENSION_BIT) != 0) {
            if (header + EXTENSION_HEADER_BYTES > lengthBytes) {
                return RtpFault.TRUNCATED_EXTENSION;
            }
            extension = 4 * Memory.u16(address + header + 2);
            header += EXTENSION_HEADER_BYTES + extension;
            if (header > lengthBytes) {
                return RtpFault.TRUNCATED_EXTENSION;
            }
        }
        int padding = 0;
        if ((first & PADDING_BIT) != 0) {
            padding = Memory.u8(address + lengthBytes - 1);
            if (padding == 0 || padding > lengthBytes - header) {
                return RtpFault.BAD_PADDING;
            }
        }
        this.address = address;
        this.lengthBytes = lengthBytes;
        this.headerLengthBytes = header;
        this.extensionLengthBytes = extension;
        this.paddingLengthBytes = padding;
        return null;
    }

    /** Returns the address of the packet. */
    public long address() {
        return address;
    }

    /** The whole packet: header, payload and padding. */
    public int lengthBytes() {
        return lengthBytes;
    }

    /** The M bit. */
    public boolean marker() {
        return (Memory.u8(address + 1) & MARKER_BIT) != 0;
    }

    /** The PT field, 0 to 127. */
    public int payloadType() {
        return payloadType(address);
    }

    /** The sequence number, 0 to 65535. */
    public int sequenceNumber() {
        return sequenceNumber(address);
    }

    /** The RTP timestamp, all 32 bits as an int. */
    public int timestamp() {
        return Memory.i32(address + 4);
    }

    /** The synchronisation source, all 32 bits as an int. */
    public int ssrc() {
        return ssrc(address);
    }

    /** The number of contributing sources, 0 to 15. */
    public int csrcCount() {
        return Memory.u8(address) & CSRC_COUNT_MASK;
    }

    /** Contributing source {@code index}, 0 to {@link #csrcCount()} - 1. */
    public int csrc(int index) {
        return Memory.i32(address + FIXED_HEADER_BYTES + 4L * index);
    }

    /** The X bit. */
    public boolean hasExtension() {
        return (Memory.u8(address) & EXTENSION_BIT) != 0;
    }

    /** The 16 bits "defined by profile" (0xBEDE for one-byte elements); 0 if there is no extension. */
    public int extensionProfile() {
        return hasExtension() ? Memory.u16(extensionAddress() - EXTENSION_HEADER_BYTES) : 0;
    }

    /**
     * Returns the address of the extension's elements, behind profile and length; meaningless if there is no extension.
     */
    public long extensionAddress() {
        return address + headerLengthBytes - extensionLengthBytes;
    }

    /** The extension's elements with their padding, without profile and length; 0 if there is no extension. */
    public int extensionLengthBytes() {
        return extensionLengthBytes;
    }

    /** Fixed header, contributing sources and the whole extension: what SRTP authenticates and does not encrypt. */
    public int headerLengthBytes() {
        return headerLengthBytes;
    }

    /** The padding at the end with its length byte, 0 to 255. */
    public int paddingLengthBytes() {
        return paddingLengthBytes;
    }

    /** Returns the address of the payload. */
    public long payloadAddress() {
        return address + headerLengthBytes;
    }

    /** The payload without padding; may be 0 (a padding-only packet). */
    public int payloadLengthBytes() {
        return lengthBytes - headerLengthBytes - paddingLengthBytes;
    }

    /**
     * The least that must be known of a protected packet: where its header ends. Does not look at the padding, which
     * SRTP encrypts.
     *
     * @return the length of fixed header, contributing sources and extension, or -1 if the bytes are no RTP packet
     */
    public static int headerLengthBytes(long address, int lengthBytes) {
        if (lengthBytes < FIXED_HEADER_BYTES) {
            return -1;
        }
        int first = Memory.u8(address);
        int header = FIXED_HEADER_BYTES + 4 * (first & CSRC_COUNT_MASK);
        if ((first & VERSION_MASK) != VERSION_2) {
            return -1;
        }
        if ((first & EXTENSION_BIT) != 0) {
            if (header + EXTENSION_HEADER_BYTES > lengthBytes) {
                return -1;
            }
            header += EXTENSION_HEADER_BYTES + 4 * Memory.u16(address + header + 2);
        }
        return header <= lengthBytes ? header : -1;
    }

    /** The SSRC of the packet of at least 12 bytes at {@code address}. */
    public static int ssrc(long address) {
        return Memory.i32(address + 8);
    }

    /** The sequence number of the packet of at least 12 bytes at {@code address}, 0 to 65535. */
    public static int sequenceNumber(long address) {
        return Memory.u16(address + 2);
    }

    /** The payload type of the packet of at least 12 bytes at {@code address}, 0 to 127. */
    public static int payloadType(long address) {
        return Memory.u8(address + 1) & 0x7F;
    }

    /**
     * Returns whether a datagram of version 2 is RTCP when RTP and RTCP share a port, RFC 5761 section 4: its second
     * byte is 192 to 223, so that RTP payload types 64 to 95 are never used.
     *
     * @param secondByte the datagram's second byte, 0 to 255
     */
    public static boolean isRtcp(int secondByte) {
        return (secondByte & 0xE0) == 0xC0;
    }
}
