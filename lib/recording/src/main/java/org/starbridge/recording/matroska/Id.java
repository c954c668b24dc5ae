package org.starbridge.recording.matroska;

/** Element ids, RFC 8794 section 11.2 and RFC 9559 section 5.1. */
final class Id {
    static final int EBML = 0x1A45DFA3;
    static final int EBML_VERSION = 0x4286;
    static final int EBML_READ_VERSION = 0x42F7;
    static final int EBML_MAX_ID_LENGTH = 0x42F2;
    static final int EBML_MAX_SIZE_LENGTH = 0x42F3;
    static final int DOC_TYPE = 0x4282;
    static final int DOC_TYPE_VERSION = 0x4287;
    static final int DOC_TYPE_READ_VERSION = 0x4285;

    static final int SEGMENT = 0x18538067;
    static final int VOID = 0xEC;
    static final int SEEK_HEAD = 0x114D9B74;
    static final int SEEK = 0x4DBB;
    static final int SEEK_ID = 0x53AB;
    static final int SEEK_POSITION = 0x53AC;

    static final int INFO = 0x1549A966;
    static final int TIMESTAMP_SCALE = 0x2AD7B1;
    static final int DURATION = 0x4489;
    static final int DATE_UTC = 0x4461;
    static final int MUXING_APP = 0x4D80;
    static final int WRITING_APP = 0x5741;

    static final int TRACKS = 0x1654AE6B;
    static final int TRACK_ENTRY = 0xAE;
    static final int TRACK_NUMBER = 0xD7;
    static final int TRACK_UID = 0x73C5;
    static final int TRACK_TYPE = 0x83;
    static final int FLAG_LACING = 0x9C;
    static final int NAME = 0x536E;
    static final int CODEC_ID = 0x86;
    static final int CODEC_PRIVATE = 0x63A2;
    static final int SEEK_PRE_ROLL = 0x56BB;
    static final int VIDEO = 0xE0;
    static final int PIXEL_WIDTH = 0xB0;
    static final int PIXEL_HEIGHT = 0xBA;
    static final int AUDIO = 0xE1;
    static final int SAMPLING_FREQUENCY = 0xB5;
    static final int CHANNELS = 0x9F;

    static final int CLUSTER = 0x1F43B675;
    static final int TIMESTAMP = 0xE7;
    static final int SIMPLE_BLOCK = 0xA3;

    static final int CUES = 0x1C53BB6B;
    static final int CUE_POINT = 0xBB;
    static final int CUE_TIME = 0xB3;
    static final int CUE_TRACK_POSITIONS = 0xB7;
    static final int CUE_TRACK = 0xF7;
    static final int CUE_CLUSTER_POSITION = 0xF1;

    private Id() {}
}
