package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.lastn.LayerId;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Slab;

class DroppableFramesTest {
    private static final int LOW = LayerId.of(0, 0, 0);
    private static final int HIGH = LayerId.of(0, 0, 2);

    private final FrameSelector frames;

    DroppableFramesTest() {
        FrameFacts first = facts(1, true, true);
        frames = FrameSelector.of(first);
        frames.start(first);
        frames.onNewest(first, frames.passes(first, HIGH));
    }

    private static FrameFacts facts(int picture, boolean isReference, boolean isEnd) {
        FrameFacts facts = new FrameFacts();
        try (Slab slab = Slab.allocate(1)) {
            facts.parse(VideoCodec.H264, 0, slab.address(), 1, isEnd);
        }
        facts.count(picture, true, isReference);
        return facts;
    }

    private boolean passes(FrameFacts facts, int limit) {
        boolean passes = frames.passes(facts, limit);
        frames.onNewest(facts, passes);
        return passes;
    }

    @Test
    void picturesThatNoOtherRefersToAreLeftOutWholeAndNoOthers() {
        assertThat(frames).isInstanceOf(DroppableFrames.class);
        assertThat(passes(facts(2, false, false), LOW)).isFalse();
        assertThat(passes(facts(2, false, true), HIGH))
                .as("of the same picture")
                .isFalse();
        assertThat(passes(facts(3, true, true), LOW)).isTrue();
        assertThat(passes(facts(4, false, false), HIGH)).isTrue();
        assertThat(frames.isComplete()).isFalse();
        assertThat(passes(facts(4, false, true), LOW)).as("of the same picture").isTrue();
        assertThat(frames.isComplete()).isTrue();
        assertThat(frames.passesLate(facts(2, false, true))).isFalse();
        assertThat(frames.passesLate(facts(3, true, true))).isTrue();
    }

    @Test
    void whatIsMissingIsALossUnlessItIsInsideOfAPictureThatIsLeftOut() {
        FrameFacts leftOut = facts(2, false, false);
        assertThat(frames.onNewest(leftOut, frames.passes(leftOut, LOW))).isFalse();
        assertThat(frames.onNewest(leftOut, frames.passes(leftOut, LOW))).isTrue();
        FrameFacts next = facts(3, true, true);
        assertThat(frames.onNewest(next, frames.passes(next, LOW))).isFalse();
    }
}
