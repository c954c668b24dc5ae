package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HashSet;
import java.util.Set;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.codec.FrameFacts;

/** A projection under packets, targets and accidents of the fuzzer's choice. */
final class ProjectionFuzzTest {
    private static final int ENCODINGS = 3;
    private static final long MS = 1_000_000;

    /** Where the encoding is among the facts, and where the codec. */
    private static final int ENCODING_SHIFT = 6;

    private static final long ENCODING = 7L << ENCODING_SHIFT;
    private static final long CODEC = 15L << 9;
    /** VP8 of which frames can be judged one by one, by the payload's descriptor or a dependency descriptor. */
    private static final long LAYERED_VP8 = 1L << 9 | 1L << 16;

    private final OutgoingNumbers numbers = new OutgoingNumbers();
    private final LayerProjection projection = new LayerProjection(90_000, 3000, numbers);
    private final SourcePacket packet = new SourcePacket();
    private final FrameFacts facts = packet.facts();
    private final Set<Long> came = new HashSet<>();
    private final Set<Long> went = new HashSet<>();
    private final long[] highest = new long[ENCODINGS];
    private long highestSent = -1;
    private long nowNs = 1_000_000_000;

    /** Whatever comes: never two packets under one index, and no gap at which a receiver would guess wrong. */
    @FuzzTest
    void operations(byte[] data) {
        ProjectionFuzzTest run = new ProjectionFuzzTest();
        java.util.Arrays.fill(run.highest, 0x1_FFF0);
        Input in = new Input(data);
        while (in.hasMore()) {
            run.step(in);
        }
    }

    private void step(Input in) {
        switch (in.below(16)) {
            case 0 -> projection.target(in.below(200) - 1);
            case 1 -> projection.suspend();
            case 2 -> sendOther(1 + in.below(4));
            case 3 -> {
                projection.onSourceChange();
                came.clear();
            }
            default -> packet(in);
        }
    }

    private void sendOther(int packets) {
        for (int i = 0; i < packets; i++) {
            went.add(++highestSent);
        }
    }

    private void packet(Input in) {
        int encoding = in.below(ENCODINGS);
        int step = in.u8();
        long extSeq = highest[encoding] + (step < 200 ? 1 + step / 100 : step < 254 ? 200 - step : 40_000);
        boolean isNewest = extSeq > highest[encoding];
        highest[encoding] = Math.max(highest[encoding], extSeq);
        nowNs += in.below(200) * MS;
        boolean layered = in.below(8) != 0;
        long any = in.i64();
        long form = layered ? (any & ~CODEC) | LAYERED_VP8 : any;
        facts.unpack((form & ~ENCODING) | ((long) encoding << ENCODING_SHIFT), in.i64(), in.i64());
        facts.place(isNewest, in.u8(), in.u8());
        if (!came.add(extSeq * ENCODINGS + encoding)) {
            return;
        }
        packet.set(extSeq, in.i32(), isNewest, nowNs, extSeq);
        if (!projection.project(packet, highestSent, facts.isNewest())) {
            return;
        }
        long index = numbers.index();
        assertThat(went.add(index)).as("index %d twice", index).isTrue();
        assertThat(index - highestSent).isLessThanOrEqualTo(1 << 15);
        if (in.below(16) == 0) {
            went.remove(index); // it was not protected after all
            projection.suspend();
        } else {
            highestSent = Math.max(highestSent, index);
        }
        projection.takeKeyFrameRequest(nowNs);
    }
}
