package org.starbridge.rtp.codec;

/** The kinds of AV1 open bitstream units, AV1 section 6.2.2. */
public enum ObuType {
    /** A kind without a meaning yet: 0 and 9 to 14. */
    RESERVED,
    /** Beginning of a coded video sequence. */
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

    /** The kind with a code; the low four bits count. */
    static ObuType ofCode(int code) {
        return switch (code & 15) {
            case 1 -> SEQUENCE_HEADER;
            case 2 -> TEMPORAL_DELIMITER;
            case 3 -> FRAME_HEADER;
            case 4 -> TILE_GROUP;
            case 5 -> METADATA;
            case 6 -> FRAME;
            case 7 -> REDUNDANT_FRAME_HEADER;
            case 8 -> TILE_LIST;
            case 15 -> PADDING;
            default -> RESERVED;
        };
    }
}
