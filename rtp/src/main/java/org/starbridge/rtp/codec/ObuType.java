package org.starbridge.rtp.codec;

/** The kinds of AV1 open bitstream units, AV1 section 6.2.2. */
public enum ObuType {
    /** A kind without a meaning yet: 0 and 9 to 14. */
    RESERVED,
    /** What begins a coded video sequence. */
    SEQUENCE_HEADER,
    /** The start of a temporal unit; never sent over RTP. */
    TEMPORAL_DELIMITER,
    /** The header of a frame whose tiles follow in units of their own. */
    FRAME_HEADER,
    /** Tiles. */
    TILE_GROUP,
    /** Metadata. */
    METADATA,
    /** A frame header with tiles. */
    FRAME,
    /** A frame header once more. */
    REDUNDANT_FRAME_HEADER,
    /** Tiles for large scale decoding; never sent over RTP. */
    TILE_LIST,
    /** Padding. */
    PADDING;

    private static final ObuType[] BY_CODE = values();
    private static final int PADDING_CODE = 15;

    /** The kind with a code; the low four bits count. */
    static ObuType ofCode(int code) {
        int low = code & PADDING_CODE;
        return low == PADDING_CODE ? PADDING : low < PADDING.ordinal() ? BY_CODE[low] : RESERVED;
    }
}
