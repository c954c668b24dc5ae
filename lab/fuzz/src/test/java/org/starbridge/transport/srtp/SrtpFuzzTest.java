package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpView;

/** What a stranger can do to an SRTP session without its keys, and what a network can do to its packets. */
final class SrtpFuzzTest {
    private static final SrtpCrypto CRYPTO = SrtpCrypto.probe();
    private static final List<SrtpProfile> PROFILES = List.of(SrtpProfile.values());
    private static final int MAX_OPERATIONS = 600;
    private static final int PACKET_BYTES = 40;

    private static SrtpKeys keys(SrtpProfile profile) {
        return new SrtpKeys(
                profile,
                new byte[profile.keyLengthBytes()],
                new byte[profile.saltLengthBytes()],
                new byte[profile.keyLengthBytes()],
                new byte[profile.saltLengthBytes()]);
    }

    /** Bytes that no sender has protected are never accepted, and leave no trace. */
    @FuzzTest
    void garbage(byte[] data) {
        Input in = new Input(data);
        SrtpProfile profile = PROFILES.get(in.below(PROFILES.size()));
        try (SrtpReceiver receiver = new SrtpReceiver(CRYPTO, keys(profile), 2)) {
            while (in.hasMore()) {
                byte[] packet = in.bytes(in.u8());
                try (Slab slab = Input.slab(packet);
                        Slab plain = Slab.allocate(Math.max(1, packet.length))) {
                    int rtcp = receiver.unprotectRtcp(slab.address(), packet.length, plain.address());
                    assertThat(SrtpStatus.of(rtcp)).isNotEqualTo(SrtpStatus.OK);
                    int header = RtpView.headerLengthBytes(slab.address(), packet.length);
                    if (header > 0) {
                        ReceiveStream stream = Objects.requireNonNull(receiver.stream(RtpView.ssrc(slab.address())));
                        int rtp = receiver.unprotectRtp(stream, slab.address(), packet.length, header, plain.address());
                        assertThat(SrtpStatus.of(rtp)).isNotIn(SrtpStatus.OK, SrtpStatus.CRYPTO_ERROR);
                        assertThat(stream.isProven()).isFalse();
                    }
                }
            }
        }
    }

    /**
     * Packets of a sender in any order, repeated, with flipped bits: accepted is what is whole and was not accepted
     * before, as far back as the window reaches.
     */
    @FuzzTest
    void session(byte[] data) {
        Input in = new Input(data);
        SrtpKeys keys = keys(PROFILES.get(in.below(PROFILES.size())));
        try (SrtpSender sender = new SrtpSender(CRYPTO, keys, 1);
                SrtpReceiver receiver = new SrtpReceiver(CRYPTO, keys.swapped(), 1);
                Slab slot = Slab.allocate(PACKET_BYTES + SrtpProfile.MAX_RTP_OVERHEAD_BYTES);
                Slab plain = Slab.allocate(PACKET_BYTES + SrtpProfile.MAX_RTP_OVERHEAD_BYTES)) {
            SendStream out = Objects.requireNonNull(sender.stream(7));
            ReceiveStream stream = Objects.requireNonNull(receiver.stream(7));
            Set<Long> accepted = new HashSet<>();
            long highest = -1;
            long index = in.below(0x8000);
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                index = Math.max(0, index + (in.flag() ? (byte) in.u8() : (short) in.u16()));
                int flip = in.below(4) == 0 ? 1 + in.u8() : 0;
                int length = protect(sender, out, index, slot.address());
                if (flip > 0) {
                    long at = slot.address() + flip % length;
                    Memory.put8(at, Memory.u8(at) ^ 0x10);
                }
                int result = receiver.unprotectRtp(stream, slot.address(), length, 12, plain.address());
                boolean guessed = highest < 0 ? index <= 0xFFFF : Math.abs(index - highest) < 0x8000;
                boolean expected =
                        flip == 0 && guessed && index > highest - ReplayWindow.SIZE && !accepted.contains(index);
                boolean eitherGuessIsRight = highest >= 0 && Math.abs(index - highest) == 0x8000; // RFC 3711, 3.3.1
                if (!eitherGuessIsRight) {
                    assertThat(result >= 0)
                            .as("index " + index + " after " + highest)
                            .isEqualTo(expected);
                }
                if (result >= 0) {
                    assertThat(result).isEqualTo(PACKET_BYTES);
                    assertThat(Memory.i64(plain.address() + 16)).isEqualTo(index);
                    assertThat(stream.lastIndex()).isEqualTo(index);
                    accepted.add(index);
                    highest = Math.max(highest, index);
                }
                assertThat(stream.highestIndex()).isEqualTo(highest);
            }
        }
    }

    private static int protect(SrtpSender sender, SendStream out, long index, long slot) {
        Memory.fill(slot, PACKET_BYTES, 0);
        Memory.put8(slot, 0x80);
        Memory.put16(slot + 2, (int) index);
        Memory.put32(slot + 8, 7);
        Memory.put64(slot + 16, index);
        int length = sender.protectRtp(out, index, slot, 12, PACKET_BYTES - 12, 0, 0);
        assertThat(length).isPositive();
        return length;
    }

    /** The replay window alone, against a list of everything that was accepted. */
    @FuzzTest
    void replayWindow(byte[] data) {
        Input in = new Input(data);
        ReplayWindow window = new ReplayWindow();
        List<Long> accepted = new ArrayList<>();
        long highest = -1;
        long index = in.flag() ? in.u16() : in.i64() >>> 16;
        for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
            index = Math.max(0, index + (in.flag() ? (byte) in.u8() : in.flag() ? (short) in.u16() : in.i32()));
            SrtpStatus expected = index > highest
                    ? SrtpStatus.OK
                    : index <= highest - ReplayWindow.SIZE
                            ? SrtpStatus.TOO_OLD
                            : accepted.contains(index) ? SrtpStatus.REPLAYED : SrtpStatus.OK;
            assertThat(window.check(index))
                    .as("index " + index + " after " + highest)
                    .isEqualTo(expected);
            if (expected == SrtpStatus.OK) {
                window.accept(index);
                accepted.add(index);
                highest = Math.max(highest, index);
            }
            assertThat(window.highest()).isEqualTo(highest);
        }
    }
}
