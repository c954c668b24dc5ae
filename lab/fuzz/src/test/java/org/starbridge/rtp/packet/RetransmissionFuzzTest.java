package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** RTX payloads: any retransmission restored, and any packet wrapped and restored. */
final class RetransmissionFuzzTest {
    /**
     * Any well-formed packet with room for the original number is restored to a well-formed packet, within its bytes.
     */
    @FuzzTest
    void restore(byte[] data) {
        try (Slab slab = Input.slab(data)) {
            RtpView view = new RtpView();
            if (view.wrap(slab.address(), data.length) != null
                    || view.payloadLengthBytes() < RetransmissionPayload.OSN_BYTES) {
                return;
            }
            int original = RetransmissionPayload.originalSequenceNumber(view);
            int payload = view.payloadLengthBytes();
            int length = RetransmissionPayload.restore(view, 100, 77);
            assertThat(length).isBetween(12, data.length - RetransmissionPayload.OSN_BYTES);
            RtpView restored = new RtpView();
            assertThat(restored.wrap(slab.address(), length)).isNull();
            assertThat(restored.sequenceNumber()).isEqualTo(original);
            assertThat(restored.payloadType()).isEqualTo(100);
            assertThat(restored.ssrc()).isEqualTo(77);
            assertThat(restored.payloadLengthBytes()).isEqualTo(payload - RetransmissionPayload.OSN_BYTES);
        }
    }

    /** Any well-formed packet, sent as a retransmission and restored, is the same but for its padding. */
    @FuzzTest
    void roundTrip(byte[] data) {
        try (Slab slab = Slab.allocate(data.length + 2L)) {
            Memory.copyIn(data, 0, slab.address(), data.length);
            RtpView view = new RtpView();
            if (view.wrap(slab.address(), data.length) != null) {
                return;
            }
            int header = view.headerLengthBytes();
            int payloadBytes = view.payloadLengthBytes();
            byte[] payload = Memory.copyOf(view.payloadAddress(), payloadBytes);
            int type = view.payloadType();
            int ssrc = view.ssrc();
            int number = view.sequenceNumber();
            Memory.copy(slab.address() + header, slab.address() + header + 2, data.length - header);
            int sent = RetransmissionPayload.write(slab.address(), header, data.length - header, 96, 5, 0x1_0203);
            assertThat(sent).isEqualTo(payloadBytes + RetransmissionPayload.OSN_BYTES);
            assertThat(view.wrap(slab.address(), header + sent)).isNull();
            assertThat(view.ssrc()).isEqualTo(5);
            assertThat(view.payloadType()).isEqualTo(96);
            assertThat(view.sequenceNumber()).isEqualTo(0x0203);
            int restored = RetransmissionPayload.restore(view, type, ssrc);
            assertThat(view.wrap(slab.address(), restored)).isNull();
            assertThat(view.sequenceNumber()).isEqualTo(number);
            assertThat(Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes()))
                    .isEqualTo(payload);
        }
    }
}
