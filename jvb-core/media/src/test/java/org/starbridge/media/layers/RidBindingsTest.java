package org.starbridge.media.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.StreamIdentifier;

class RidBindingsTest {
    private final RidBindings bindings = new RidBindings(List.of("q", "h", "f"));

    private int media(int ssrc, String rid) {
        byte[] bytes = StreamIdentifier.bytes(rid);
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            return bindings.bindMedia(ssrc, slab.address(), bytes.length);
        }
    }

    private int repair(int ssrc, String rid) {
        byte[] bytes = StreamIdentifier.bytes(rid);
        try (Slab slab = Slab.allocate(bytes.length)) {
            Memory.copyIn(bytes, 0, slab.address(), bytes.length);
            return bindings.bindRepair(ssrc, slab.address(), bytes.length);
        }
    }

    @Test
    void learnsWhichEncodingAnSsrcIs() {
        assertThat(media(11, "q")).isEqualTo(0);
        assertThat(media(33, "f")).isEqualTo(2);
        assertThat(repair(12, "q")).isEqualTo(0);
        assertThat(media(11, "q")).isEqualTo(0);
        assertThat(bindings.mediaEncoding(11)).isEqualTo(0);
        assertThat(bindings.mediaEncoding(12)).isEqualTo(RidBindings.NONE);
        assertThat(bindings.repairEncoding(12)).isEqualTo(0);
        assertThat(bindings.mediaEncoding(33)).isEqualTo(2);
        bindings.clear();
        assertThat(bindings.mediaEncoding(11)).isEqualTo(RidBindings.NONE);
    }

    @Test
    void refusesWhatWasNotDeclaredAndWhatIsBoundAlready() {
        assertThat(media(11, "x")).isEqualTo(RidBindings.NONE);
        assertThat(media(11, "q")).isEqualTo(0);
        assertThat(media(11, "h")).isEqualTo(RidBindings.NONE);
        assertThat(repair(11, "q")).isEqualTo(RidBindings.NONE);
        assertThatThrownBy(() -> new RidBindings(List.of())).hasMessageContaining("0 rids");
    }

    @Test
    void aSenderMayBeginAnewUnderAnotherSsrcButNotForEver() {
        assertThat(media(0, "q")).isEqualTo(0);
        for (int i = 1; i <= RidBindings.MAX_CHANGES; i++) {
            assertThat(media(i, "q")).isEqualTo(0);
            assertThat(bindings.mediaEncoding(i - 1)).isEqualTo(RidBindings.NONE);
        }
        assertThat(media(RidBindings.MAX_CHANGES + 1, "q")).isEqualTo(RidBindings.NONE);
        assertThat(bindings.mediaEncoding(RidBindings.MAX_CHANGES)).isEqualTo(0);
    }
}
