package org.starbridge.rtp.packet;

import org.starbridge.rtp.memory.Memory;

/**
 * Writes one RTP header with its extension elements, in the order of the bytes: {@link #fixed}, {@link #csrcs} if any,
 * {@link #begin}, any number of appends, {@link #end}. Owned by one thread; used for one packet after the other.
 *
 * <p>An extension without an element is not written at all and leaves the X bit clear. The wire format is drawn above
 * {@link RtpView} and {@link HeaderExtensions}.
 */
public final class RtpHeaderWriter {
    private long address;
    private long limit;
    private long position;
    private long firstElement;
    private ExtensionForm form = ExtensionForm.ONE_BYTE;

    /** A writer of nothing; {@link #fixed} comes first. */
    public RtpHeaderWriter() {}

    /**
     * Writes the fixed header: version 2, no padding, no extension, no contributing sources.
     *
     * @param capacityBytes how many bytes from {@code address} on may be written, at least 12
     * @param payloadType 0 to 127
     * @param sequenceNumber its low 16 bits are written, so an extended number may be passed as it is
     */
    public void fixed(
            long address,
            int capacityBytes,
            boolean marker,
            int payloadType,
            long sequenceNumber,
            int timestamp,
            int ssrc) {
        if (capacityBytes < RtpView.FIXED_HEADER_BYTES) {
            throw new IllegalArgumentException("capacity of " + capacityBytes + " bytes: expected 12 or more");
        }
        int second = (marker ? RtpView.MARKER_BIT : 0) | (payloadType & 0x7F);
        Memory.put32(address, (long) (RtpView.VERSION_2 << 8 | second) << 16 | (sequenceNumber & 0xFFFF));
        Memory.put32(address + 4, timestamp);
        Memory.put32(address + 8, ssrc);
        this.address = address;
        this.limit = address + capacityBytes;
        this.position = address + RtpView.FIXED_HEADER_BYTES;
        this.firstElement = 0;
    }

    /**
     * Copies contributing sources behind the fixed header, before {@link #begin}.
     *
     * @param count 0 to 15
     * @return false, and nothing written, if they do not fit
     */
    public boolean csrcs(long fromAddress, int count) {
        if (count < 0 || count > RtpView.CSRC_COUNT_MASK || position + 4L * count > limit) {
            return false;
        }
        Memory.copy(fromAddress, position, 4L * count);
        Memory.put8(address, RtpView.VERSION_2 | count);
        position += 4L * count;
        return true;
    }

    /** Starts the extension; writes nothing yet. */
    public void begin(ExtensionForm form) {
        this.form = form;
        firstElement = position + RtpView.EXTENSION_HEADER_BYTES;
        position = firstElement;
    }

    /**
     * Appends an element with a copy of {@code lengthBytes} bytes of data.
     *
     * @return false, and nothing written, if id or length are outside the form's range or the capacity is used up
     */
    public boolean append(int id, long fromAddress, int lengthBytes) {
        long data = reserve(id, lengthBytes);
        if (data == 0) {
            return false;
        }
        Memory.copy(fromAddress, data, lengthBytes);
        return true;
    }

    /** Appends an element of one byte; see {@link #append}. */
    public boolean appendU8(int id, int value) {
        long data = reserve(id, 1);
        if (data == 0) {
            return false;
        }
        Memory.put8(data, value);
        return true;
    }

    /** Appends an element of two bytes; see {@link #append}. */
    public boolean appendU16(int id, int value) {
        long data = reserve(id, 2);
        if (data == 0) {
            return false;
        }
        Memory.put16(data, value);
        return true;
    }

    /** Appends an element of three bytes; see {@link #append}. */
    public boolean appendU24(int id, int value) {
        long data = reserve(id, 3);
        if (data == 0) {
            return false;
        }
        Memory.put24(data, value);
        return true;
    }

    /**
     * Appends an element whose data the caller writes, now or later (a transport-wide sequence number is known only
     * when the packet leaves).
     *
     * @return where the data goes, or 0, and nothing written, if id or length are outside the form's range or the
     *     capacity is used up
     */
    public long reserve(int id, int lengthBytes) {
        if (firstElement == 0) {
            throw new IllegalStateException("an element before begin()");
        }
        boolean oneByte = form == ExtensionForm.ONE_BYTE;
        long data = position + (oneByte ? 1 : 2);
        // The padding to 32 bits must fit too.
        if (!form.canHold(id, lengthBytes) || firstElement + roundUp(data + lengthBytes - firstElement) > limit) {
            return 0;
        }
        if (oneByte) {
            Memory.put8(position, id << 4 | (lengthBytes - 1));
        } else {
            Memory.put16(position, id << 8 | lengthBytes);
        }
        position = data + lengthBytes;
        return data;
    }

    /**
     * Finishes the header: pads the elements to 32 bits and fills in profile and length, or leaves the extension out if
     * there is no element.
     *
     * @return the length of the whole header in bytes; the payload follows there
     */
    public int end() {
        if (firstElement == 0) {
            return (int) (position - address);
        }
        long elements = position - firstElement;
        if (elements == 0) {
            position = firstElement - RtpView.EXTENSION_HEADER_BYTES;
        } else {
            long padded = roundUp(elements);
            while (elements < padded) {
                Memory.put8(firstElement + elements++, 0);
            }
            Memory.put32(firstElement - RtpView.EXTENSION_HEADER_BYTES, (long) form.profile() << 16 | padded >>> 2);
            Memory.put8(address, Memory.u8(address) | RtpView.EXTENSION_BIT);
            position = firstElement + padded;
        }
        firstElement = 0;
        return (int) (position - address);
    }

    private static long roundUp(long lengthBytes) {
        return (lengthBytes + 3) & -4;
    }
}
