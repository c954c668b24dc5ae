package org.starbridge.rtp.packet;

/** The two ways to lay out header extension elements, RFC 8285 section 4.2 and 4.3. */
public enum ExtensionForm {
    /** IDs 1 to 14, 1 to 16 bytes of data, one byte in front. */
    ONE_BYTE(0xBEDE),
    /** IDs 1 to 255, 0 to 255 bytes of data, two bytes in front. */
    TWO_BYTE(0x1000);

    private final int profile;

    ExtensionForm(int profile) {
        this.profile = profile;
    }

    /** The 16 bits "defined by profile" in front of the elements. */
    public int profile() {
        return profile;
    }

    /**
     * Returns whether {@code profile} announces two-byte elements; its low four bits ("appbits") are the application's.
     */
    static boolean isTwoByte(int profile) {
        return (profile & 0xFFF0) == TWO_BYTE.profile;
    }

    /** Returns whether an element of this id and length can be written in this form. */
    public boolean canHold(int id, int lengthBytes) {
        return this == ONE_BYTE
                ? id >= 1 && id <= 14 && lengthBytes >= 1 && lengthBytes <= 16
                : id >= 1 && id <= 255 && lengthBytes >= 0 && lengthBytes <= 255;
    }
}
