package org.starbridge.recording.mp4;

import org.starbridge.recording.frame.TrackFormat;

/** A CMAF header: {@code ftyp} and {@code moov} of one track without samples. */
public final class InitSegment {
    static final int TRACK_ID = 1;

    private static final long UNITY = 0x00010000;
    private static final int VISIBLE = 7;
    private static final int SELF_CONTAINED = 1;
    private static final int LANGUAGE_UNDETERMINED = 0x55C4;
    private static final int OPUS_RATE_HZ = 48_000;
    private static final int AAC_RATE_HZ = 48_000;
    private static final int ES_DESCRIPTOR = 3;
    private static final int DECODER_CONFIG = 4;
    private static final int DECODER_SPECIFIC = 5;
    private static final int SYNC_LAYER = 6;
    private static final int MPEG4_AUDIO = 0x40;
    private static final int AUDIO_STREAM = 0x15;
    private static final int DPI_72 = 0x00480000;

    private InitSegment() {}

    /**
     * The bytes of a header.
     *
     * @param timescale ticks a second; 48000 of Opus
     */
    public static byte[] of(TrackFormat format, int timescale) {
        boolean isVideo = format.codec().isVideo();
        Boxes out = new Boxes(1024);
        out.box("ftyp", box -> box.text("iso6").u32(0).text("iso6cmfcmp41"));
        out.box("moov", moov -> {
            moov.box("mvhd", 0, 0, box -> {
                box.zeros(8).u32(1000).u32(0).u32(UNITY).u16(0x0100).zeros(10);
                matrix(box);
                box.zeros(24).u32(TRACK_ID + 1);
            });
            moov.box("trak", trak -> {
                trak.box("tkhd", 0, VISIBLE, box -> {
                    box.zeros(8)
                            .u32(TRACK_ID)
                            .zeros(16)
                            .u16(0)
                            .u16(0)
                            .u16(isVideo ? 0 : 0x0100)
                            .u16(0);
                    matrix(box);
                    box.u32((long) format.width() << 16).u32((long) format.height() << 16);
                });
                trak.box("mdia", mdia -> media(mdia, format, timescale));
            });
            moov.box(
                    "mvex",
                    box -> box.box(
                            "trex",
                            0,
                            0,
                            trex -> trex.u32(TRACK_ID).u32(1).u32(0).u32(0).u32(0)));
        });
        return out.bytes();
    }

    private static void matrix(Boxes box) {
        box.u32(UNITY).zeros(12).u32(UNITY).zeros(12).u32(0x40000000);
    }

    private static void media(Boxes mdia, TrackFormat format, int timescale) {
        boolean isVideo = format.codec().isVideo();
        mdia.box(
                "mdhd",
                0,
                0,
                box -> box.zeros(8)
                        .u32(timescale)
                        .u32(0)
                        .u16(LANGUAGE_UNDETERMINED)
                        .u16(0));
        mdia.box(
                "hdlr",
                0,
                0,
                box -> box.u32(0)
                        .text(isVideo ? "vide" : "soun")
                        .zeros(12)
                        .text("Starbridge")
                        .u8(0));
        mdia.box("minf", minf -> {
            if (isVideo) {
                minf.box("vmhd", 0, 1, box -> box.zeros(8));
            } else {
                minf.box("smhd", 0, 0, box -> box.zeros(4));
            }
            minf.box(
                    "dinf",
                    dinf -> dinf.box("dref", 0, 0, box -> box.u32(1).box("url ", 0, SELF_CONTAINED, url -> {})));
            minf.box("stbl", stbl -> {
                stbl.box("stsd", 0, 0, box -> {
                    box.u32(1);
                    entry(box, format);
                });
                stbl.box("stts", 0, 0, box -> box.u32(0));
                stbl.box("stsc", 0, 0, box -> box.u32(0));
                stbl.box("stsz", 0, 0, box -> box.u32(0).u32(0));
                stbl.box("stco", 0, 0, box -> box.u32(0));
            });
        });
    }

    private static void entry(Boxes stsd, TrackFormat format) {
        switch (format.codec()) {
            case H264 ->
                video(stsd, "avc1", format, entry -> entry.box("avcC", box -> box.bytes(format.configuration())));
            case AV1 ->
                video(stsd, "av01", format, entry -> entry.box("av1C", box -> box.bytes(format.configuration())));
            case VP9 -> video(stsd, "vp09", format, entry -> vpcC(entry, VpParameters.of(format)));
            case VP8 -> video(stsd, "vp08", format, entry -> vpcC(entry, VpParameters.of(format)));
            case OPUS -> audio(stsd, format);
            case AAC -> aac(stsd, format.configuration());
        }
    }

    private static void video(Boxes stsd, String type, TrackFormat format, Boxes.Content configuration) {
        stsd.box(type, entry -> {
            entry.zeros(6).u16(1).zeros(16);
            entry.u16(format.width())
                    .u16(format.height())
                    .u32(DPI_72)
                    .u32(DPI_72)
                    .u32(0);
            entry.u16(1).zeros(32).u16(24).u16(0xFFFF);
            configuration.write(entry);
        });
    }

    /** Colours as they are by default: BT.709. */
    private static void vpcC(Boxes entry, VpParameters vp) {
        entry.box(
                "vpcC",
                1,
                0,
                box -> box.u8(vp.profile())
                        .u8(vp.level())
                        .u8((vp.bitDepth() << 4) | (vp.chroma() << 1))
                        .u8(1)
                        .u8(1)
                        .u8(1)
                        .u16(0));
    }

    /** {@code esds} has the descriptors of ISO 14496-1 section 7.2.6; AAC here is always stereo at 48 kHz. */
    private static void aac(Boxes stsd, byte[] configuration) {
        int specific = configuration.length;
        stsd.box("mp4a", entry -> {
            entry.zeros(6).u16(1).zeros(8).u16(2).u16(16).zeros(4).u32((long) AAC_RATE_HZ << 16);
            entry.box("esds", 0, 0, box -> {
                box.u8(ES_DESCRIPTOR).u8(specific + 23).u16(0).u8(0);
                box.u8(DECODER_CONFIG).u8(specific + 15).u8(MPEG4_AUDIO).u8(AUDIO_STREAM);
                box.u8(0).u16(0).u32(0).u32(0);
                box.u8(DECODER_SPECIFIC).u8(specific).bytes(configuration);
                box.u8(SYNC_LAYER).u8(1).u8(2);
            });
        });
    }

    /** {@code dOps} has the fields of OpusHead (RFC 7845 section 5.1), with the highest byte first. */
    private static void audio(Boxes stsd, TrackFormat format) {
        byte[] head = format.configuration();
        int channels = head[9];
        stsd.box("Opus", entry -> {
            entry.zeros(6).u16(1).zeros(8).u16(channels).u16(16).zeros(4).u32((long) OPUS_RATE_HZ << 16);
            entry.box(
                    "dOps",
                    box -> box.u8(0)
                            .u8(channels)
                            .u16((head[10] & 0xFF) | ((head[11] & 0xFF) << 8))
                            .u32(OPUS_RATE_HZ)
                            .u16(0)
                            .u8(0));
        });
    }
}
