package org.starbridge.rtp.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Dependency descriptors. */
final class DependencyFuzzTest {
    private static final long KEEP = DependencyDescriptor.KEEP_ACTIVE_DECODE_TARGETS;

    /**
     * Any elements, one after the other as one stream has them: nothing outside them is read; a rewritten one says the
     * same with other numbers, and a rewrite back gives what was there.
     */
    @FuzzTest
    void stream(byte[] data) {
        Input in = new Input(data);
        DependencyDescriptor descriptor = new DependencyDescriptor();
        DependencyStructure known = null;
        while (in.hasMore()) {
            byte[] element = in.bytes(in.u8());
            int shift = in.u8();
            int number = in.u16();
            long mask = in.flag() ? KEEP : in.i32() & 0xFFFF_FFFFL;
            try (Slab slab = Input.slab(element)) {
                DependencyFault fault = descriptor.wrap(slab.address(), element.length, known);
                if (fault != null) {
                    assertThat(fault == DependencyFault.NO_STRUCTURE && known != null)
                            .isFalse();
                    continue;
                }
                if (descriptor.hasStructure()) {
                    known = descriptor.structure();
                }
                assertThat(descriptor.structure()).isSameAs(known);
                List<Integer> before = describe(descriptor);
                check(rewritten(descriptor, number, shift, mask), before, number, shift, mask, known);
                // The first rewrite leaves out bytes and bits that mean nothing; from then on it is exact.
                byte[] same = rewritten(descriptor, descriptor.frameNumber(), 0, KEEP);
                assertThat(same.length).isLessThanOrEqualTo(element.length);
                try (Slab again = Input.slab(same)) {
                    assertThat(descriptor.wrap(again.address(), same.length, known))
                            .isNull();
                    assertThat(describe(descriptor)).isEqualTo(before);
                    assertThat(rewritten(descriptor, descriptor.frameNumber(), 0, KEEP))
                            .isEqualTo(same);
                }
            }
        }
    }

    private static byte[] rewritten(DependencyDescriptor descriptor, long number, int shift, long mask) {
        int length = descriptor.rewrittenLengthBytes(mask);
        try (Slab slot = Slab.allocate(length)) {
            assertThat(descriptor.rewrite(slot.address(), length - 1, number, shift, mask))
                    .isZero();
            assertThat(descriptor.rewrite(slot.address(), length, number, shift, mask))
                    .isEqualTo(length);
            return Memory.copyOf(slot.address(), length);
        }
    }

    private static void check(
            byte[] bytes, List<Integer> before, int number, int shift, long mask, @Nullable DependencyStructure known) {
        DependencyDescriptor view = new DependencyDescriptor();
        try (Slab slab = Input.slab(bytes)) {
            DependencyFault fault = view.wrap(slab.address(), bytes.length, known);
            if (fault != null) {
                // Without a structure of its own a shifted template is another one, or none.
                assertThat(fault).isEqualTo(DependencyFault.UNKNOWN_TEMPLATE);
                assertThat(shift & 63).isNotZero();
                return;
            }
            assertThat(view.frameNumber()).isEqualTo(number);
            if (mask != KEEP) {
                assertThat(view.activeDecodeTargets())
                        .isEqualTo((int) mask & view.structure().allDecodeTargets());
            }
            if (view.hasStructure() || (shift & 63) == 0) {
                assertThat(describe(view).subList(2, before.size())).isEqualTo(before.subList(2, before.size()));
            }
        }
    }

    /** Frame number and mask first. */
    private static List<Integer> describe(DependencyDescriptor view) {
        DependencyStructure structure = view.structure();
        List<Integer> all = new ArrayList<>(List.of(view.frameNumber(), view.activeDecodeTargets()));
        all.addAll(List.of(view.isStartOfFrame() ? 1 : 0, view.isEndOfFrame() ? 1 : 0, view.template()));
        all.addAll(List.of(view.spatialLayer(), view.temporalLayer(), view.width(), view.height()));
        for (int i = 0; i < view.frameDiffs(); i++) {
            assertThat(view.frameDiff(i)).isBetween(1, 4096);
            all.add(view.frameDiff(i));
        }
        for (int i = 0; i < structure.chains(); i++) {
            assertThat(view.chainDiff(i)).isBetween(0, 255);
            all.add(view.chainDiff(i));
        }
        for (int target = 0; target < structure.decodeTargets(); target++) {
            DecodeTargetIndication indication = view.indication(target);
            all.add(indication.code());
            assertThat(view.presentDecodeTargets() >>> target & 1)
                    .isEqualTo(indication == DecodeTargetIndication.NOT_PRESENT ? 0 : 1);
            assertThat(view.switchDecodeTargets() >>> target & 1)
                    .isEqualTo(indication == DecodeTargetIndication.SWITCH ? 1 : 0);
            assertThat(structure.protectingChain(target)).isBetween(-1, structure.chains() - 1);
        }
        return all;
    }
}
