package org.starbridge.rtp.packet;

import org.starbridge.rtp.memory.Memory;

/**
 * A flyweight cursor over the elements of a packet's header extension, RFC 8285. Owned by one thread; wrapped again for
 * every packet. An extension of another profile has no elements.
 *
 * <pre>
 *   one-byte form (0xBEDE):        +-+-+-+-+-+-+-+-+           two-byte form (0x100x):
 *                                  |  ID   |  len  | len + 1 bytes of data
 *                                  +-+-+-+-+-+-+-+-+
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 *   |       ID      |     length    | length bytes of data
 *   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>In both forms a byte of 0 in the place of an ID is padding.
 */
public final class HeaderExtensions {
    private static final int ONE_BYTE_STOP = 15;

    private long position;
    private long end;
    private boolean twoByte;
    private boolean malformed;
    private int id;
    private long elementAddress;
    private int elementLengthBytes;

    /** A cursor over nothing; {@link #wrap} comes first. */
    public HeaderExtensions() {}

    /** Goes in front of the first element of a well-formed packet's extension. */
    public void wrap(RtpView packet) {
        malformed = false;
        int profile = packet.extensionProfile();
        twoByte = ExtensionForm.isTwoByte(profile);
        position = packet.extensionAddress();
        end = twoByte || profile == ExtensionForm.ONE_BYTE.profile()
                ? position + packet.extensionLengthBytes()
                : position;
    }

    /**
     * Goes to the next element.
     *
     * @return whether there is one; an element that is cut off ends the iteration, see {@link #isMalformed()}
     */
    public boolean next() {
        while (position < end) {
            int first = Memory.u8(position);
            if (first != 0) {
                return twoByte ? nextTwoByte(first) : nextOneByte(first);
            }
            position++;
        }
        return false;
    }

    private boolean nextOneByte(int first) {
        int length = (first & 0x0F) + 1;
        // RFC 8285 section 4.2: ID 15, and ID 0 with a length, end the whole extension.
        if (first >>> 4 == ONE_BYTE_STOP) {
            position = end;
            return false;
        }
        if (first >>> 4 == 0) {
            return stopMalformed();
        }
        return element(first >>> 4, position + 1, length);
    }

    private boolean nextTwoByte(int first) {
        if (end - position < 2) {
            return stopMalformed();
        }
        return element(first, position + 2, Memory.u8(position + 1));
    }

    private boolean element(int id, long address, int lengthBytes) {
        if (end - address < lengthBytes) {
            return stopMalformed();
        }
        this.id = id;
        elementAddress = address;
        elementLengthBytes = lengthBytes;
        position = address + lengthBytes;
        return true;
    }

    private boolean stopMalformed() {
        malformed = true;
        position = end;
        return false;
    }

    /** The element's local identifier, 1 to 14 or 1 to 255. */
    public int id() {
        return id;
    }

    /** Returns the address of the element's data. */
    public long elementAddress() {
        return elementAddress;
    }

    /** The element's data in bytes: 1 to 16 or 0 to 255. */
    public int elementLengthBytes() {
        return elementLengthBytes;
    }

    /** Returns whether the iteration so far ended at an element that is cut off; what came before it stands. */
    public boolean isMalformed() {
        return malformed;
    }

    /**
     * Wraps {@code packet} and goes to the first element {@code id}.
     *
     * @return where its data begins ({@link #elementLengthBytes()} bytes of it), or 0 if the packet has no such element
     */
    public long find(RtpView packet, int id) {
        wrap(packet);
        while (next()) {
            if (this.id == id) {
                return elementAddress;
            }
        }
        elementLengthBytes = 0;
        return 0;
    }
}
