package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

class RtpHeaderWriterTest {
    private final RtpHeaderWriter writer = new RtpHeaderWriter();

    @Test
    void writesABareHeader() {
        try (Slab slab = Slab.allocate(12)) {
            writer.fixed(slab.address(), 12, true, 111, 0x1_FFFEL, 0x80000001, 0xDEADBEEF);
            assertThat(writer.end()).isEqualTo(12);
            assertThat(TestBytes.hexAt(slab.address(), 12)).isEqualTo("80effffe80000001deadbeef");
        }
    }

    @Test
    void leavesAnExtensionWithoutElementsOut() {
        try (Slab slab = Slab.allocate(12)) {
            writer.fixed(slab.address(), 12, false, 0, 1, 2, 3);
            writer.begin(ExtensionForm.ONE_BYTE);
            assertThat(writer.appendU8(1, 1)).isFalse();
            assertThat(writer.end()).isEqualTo(12);
            assertThat(TestBytes.hexAt(slab.address(), 12)).isEqualTo("800000010000000200000003");
        }
    }

    @Test
    void padsOneByteElementsTo32Bits() {
        try (Slab slab = Slab.allocate(28)) {
            writer.fixed(slab.address(), 28, false, 0, 1, 2, 3);
            writer.begin(ExtensionForm.ONE_BYTE);
            assertThat(writer.appendU8(1, 0xAA)).isTrue();
            assertThat(writer.appendU16(2, 0xBBCC)).isTrue();
            assertThat(writer.appendU24(14, 0x010203)).isTrue();
            assertThat(writer.appendU24(3, 0)).as("beyond the capacity").isFalse();
            assertThat(writer.end()).isEqualTo(28);
            assertThat(TestBytes.hexAt(slab.address() + 12, 16)).isEqualTo("bede000310aa21bbcce2010203000000");
            assertThat(Memory.u8(slab.address())).isEqualTo(0x90);
        }
    }

    @Test
    void refusesWhatTheFormCanNotHold() {
        try (Slab slab = Slab.allocate(1000)) {
            writer.fixed(slab.address(), 1000, false, 0, 1, 2, 3);
            assertThatThrownBy(() -> writer.reserve(1, 1)).isInstanceOf(IllegalStateException.class);
            writer.begin(ExtensionForm.ONE_BYTE);
            assertThat(writer.reserve(0, 1)).isZero();
            assertThat(writer.reserve(15, 1)).isZero();
            assertThat(writer.reserve(1, 0)).isZero();
            assertThat(writer.reserve(1, 17)).isZero();
            assertThat(writer.reserve(1, -1)).isZero();
            assertThat(writer.end()).isEqualTo(12);
            writer.begin(ExtensionForm.TWO_BYTE);
            assertThat(writer.reserve(0, 1)).isZero();
            assertThat(writer.reserve(256, 1)).isZero();
            assertThat(writer.reserve(1, 256)).isZero();
            assertThat(writer.reserve(255, 255)).isNotZero();
            assertThat(writer.end()).isEqualTo(12 + 4 + 260);
        }
    }

    @Test
    void readsBackWhateverWasWritten() {
        for (long seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            int capacity = 12 + random.nextInt(400);
            try (Slab slab = Slab.allocate(capacity);
                    Slab data = Slab.allocate(256)) {
                for (int i = 0; i < 256; i++) {
                    Memory.put8(data.address() + i, random.nextInt(256));
                }
                Memory.fill(slab.address(), capacity, 0xFF);
                long a = slab.address();
                boolean marker = random.nextBoolean();
                int pt = random.nextInt(128);
                int seq = random.nextInt(65536);
                int timestamp = random.nextInt();
                int ssrc = random.nextInt();
                writer.fixed(a, capacity, marker, pt, seq, timestamp, ssrc);
                int csrcs = random.nextInt(4);
                csrcs = writer.csrcs(data.address(), csrcs) ? csrcs : 0;
                ExtensionForm form = random.nextBoolean() ? ExtensionForm.ONE_BYTE : ExtensionForm.TWO_BYTE;
                writer.begin(form);
                List<String> written = new ArrayList<>();
                for (int n = random.nextInt(6); n > 0; n--) {
                    int id = random.nextInt(form == ExtensionForm.ONE_BYTE ? 16 : 257);
                    int length = random.nextInt(random.nextInt(4) == 0 ? 257 : 18);
                    if (writer.append(id, data.address(), Math.min(length, 256))) {
                        written.add(id + "=" + TestBytes.hexAt(data.address(), length));
                    }
                }
                int length = writer.end();

                String as = "seed " + seed;
                RtpView view = new RtpView();
                assertThat(length).as(as).isLessThanOrEqualTo(capacity);
                assertThat(view.wrap(a, length)).as(as).isNull();
                assertThat(view.headerLengthBytes()).as(as).isEqualTo(length);
                assertThat(RtpView.headerLengthBytes(a, length)).as(as).isEqualTo(length);
                assertThat(view.marker()).as(as).isEqualTo(marker);
                assertThat(view.payloadType()).as(as).isEqualTo(pt);
                assertThat(view.sequenceNumber()).as(as).isEqualTo(seq);
                assertThat(view.timestamp()).as(as).isEqualTo(timestamp);
                assertThat(view.ssrc()).as(as).isEqualTo(ssrc);
                assertThat(view.csrcCount()).as(as).isEqualTo(csrcs);
                assertThat(view.hasExtension()).as(as).isEqualTo(!written.isEmpty());
                HeaderExtensions extensions = new HeaderExtensions();
                extensions.wrap(view);
                List<String> read = new ArrayList<>();
                while (extensions.next()) {
                    String bytes = TestBytes.hexAt(extensions.elementAddress(), extensions.elementLengthBytes());
                    read.add(extensions.id() + "=" + bytes);
                }
                assertThat(read).as(as).isEqualTo(written);
                assertThat(extensions.isMalformed()).as(as).isFalse();
            }
        }
    }
}
