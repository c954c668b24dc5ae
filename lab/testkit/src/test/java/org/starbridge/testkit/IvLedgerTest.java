package org.starbridge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;

class IvLedgerTest {
    private static final int SSRC = 0x1234;

    private final IvLedger ledger = new IvLedger(SrtpCrypto.probe());
    private final Slab slot = Slab.allocate(128);
    private final Slab rest = Slab.allocate(16);

    @AfterEach
    void free() {
        slot.close();
        rest.close();
    }

    private static SrtpKeys keys(int seed) {
        byte[] key = new byte[16];
        key[0] = (byte) seed;
        return new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, key, new byte[12], new byte[16], new byte[12]);
    }

    private SrtpSender session(int seed) {
        return new SrtpSender(ledger, keys(seed), 4);
    }

    /** Eight bytes of patched payload and sixteen of rest. */
    private void send(SrtpSender sender, long index, int timestamp, int patched, int shared) {
        long address = slot.address();
        Memory.put16(address, 0x8060);
        Memory.put16(address + 2, (int) index);
        Memory.put32(address + 4, timestamp);
        Memory.put32(address + 8, SSRC);
        Memory.fill(address + 12, 8, patched);
        Memory.fill(rest.address(), 16, shared);
        int length = sender.protectRtp(
                Objects.requireNonNull(sender.stream(SSRC)), index, address, 12, 8, rest.address(), 16);
        assertThat(length).isEqualTo(12 + 8 + 16 + 16);
    }

    @Test
    void letsTheSameInputPassAgainAndOtherIndicesRocsAndKeys() {
        try (SrtpSender sender = session(1);
                SrtpSender other = session(2)) {
            send(sender, 5, 100, 1, 1);
            send(sender, 5, 100, 1, 1);
            send(sender, 6, 100, 1, 2);
            send(sender, 65_536 + 5, 100, 1, 2);
            send(other, 5, 100, 1, 2);
        }
        assertThat(ledger.size()).isEqualTo(4);
    }

    @Test
    void catchesAnotherHeaderAnotherPatchedPartAndAnotherRest() {
        try (SrtpSender sender = session(1)) {
            send(sender, 65_536 + 5, 100, 1, 1);
            assertThatThrownBy(() -> send(sender, 65_536 + 5, 101, 1, 1))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("two different inputs under one IV")
                    .hasMessageContaining("SSRC 4660, ROC 1, sequence number 5");
            assertThatThrownBy(() -> send(sender, 65_536 + 5, 100, 2, 1)).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> send(sender, 65_536 + 5, 100, 1, 2)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void catchesAViolationAcrossSessionsWithTheSameKeys() {
        try (SrtpSender sender = session(1)) {
            send(sender, 5, 100, 1, 1);
        }
        try (SrtpSender again = session(1)) {
            assertThatThrownBy(() -> send(again, 5, 100, 1, 2)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void catchesAnRtcpIndexThatStartsOver() {
        try (SrtpSender sender = session(1)) {
            sendReport(sender, 1);
            sendReport(sender, 1);
        }
        try (SrtpSender again = session(1)) {
            assertThatThrownBy(() -> sendReport(again, 2))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("RTCP key");
        }
    }

    private void sendReport(SrtpSender sender, int content) {
        long address = slot.address();
        Memory.put32(address, 0x81C9_0001L);
        Memory.put32(address + 4, SSRC);
        Memory.put32(address + 8, content);
        assertThat(sender.protectRtcp(address, 12)).isEqualTo(12 + 16 + 4);
    }
}
