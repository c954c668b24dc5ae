package org.starbridge.recording.mp4;

import java.util.List;

/** A movie fragment of one track: {@code moof} and {@code mdat} (ISO 14496-12 section 8.8). */
public final class Fragment {
    /** Depends on no other sample. */
    private static final long SYNC_FLAGS = 0x02000000;
    /** Depends on others, and is no sync sample. */
    private static final long OTHER_FLAGS = 0x01010000;

    private static final int BASE_IS_MOOF = 0x020000;
    /** With data offset, and with duration, size and flags of each sample. */
    private static final int RUN_FLAGS = 0x000701;

    private static final int BOX_HEADER_BYTES = 8;
    private static final int HEAD_BYTES = 100;
    private static final int SAMPLE_BYTES = 12;

    private Fragment() {}

    /**
     * The bytes of a fragment.
     *
     * @param sequence grows with each fragment of a track
     * @param decodeTime of the first sample, in units of the timescale
     * @param samples at least one; presented in this order
     */
    public static byte[] of(long sequence, long decodeTime, List<Sample> samples) {
        int mediaBytes =
                samples.stream().mapToInt(sample -> sample.data().length).sum();
        Boxes out = new Boxes(HEAD_BYTES + SAMPLE_BYTES * samples.size() + BOX_HEADER_BYTES + mediaBytes);
        int[] dataOffsetAt = new int[1];
        out.box(
                "moof",
                moof -> moof.box("mfhd", 0, 0, box -> box.u32(sequence)).box("traf", traf -> {
                    traf.box("tfhd", 0, BASE_IS_MOOF, box -> box.u32(InitSegment.TRACK_ID));
                    traf.box("tfdt", 1, 0, box -> box.u64(decodeTime));
                    traf.box("trun", 0, RUN_FLAGS, run -> {
                        run.u32(samples.size());
                        dataOffsetAt[0] = run.length();
                        run.u32(0);
                        for (Sample sample : samples) {
                            run.u32(sample.duration())
                                    .u32(sample.data().length)
                                    .u32(sample.isSync() ? SYNC_FLAGS : OTHER_FLAGS);
                        }
                    });
                }));
        out.putU32(dataOffsetAt[0], out.length() + BOX_HEADER_BYTES);
        out.box("mdat", box -> samples.forEach(sample -> box.bytes(sample.data())));
        return out.bytes();
    }
}
