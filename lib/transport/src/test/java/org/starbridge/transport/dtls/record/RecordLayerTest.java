package org.starbridge.transport.dtls.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;

final class RecordLayerTest {
    private static final int DATA = 23;
    private static final int NUMBER_OFFSET = 5;

    private final Random random = new Random(5);

    private RecordKeys keys(RecordSuite suite) {
        byte[] block = new byte[RecordKeys.blockBytes(suite)];
        random.nextBytes(block);
        return RecordKeys.ofBlock(suite, true, block);
    }

    private static RecordKeys peerOf(RecordKeys keys) {
        return new RecordKeys(keys.suite(), keys.remoteKey(), keys.remoteSalt(), keys.localKey(), keys.localSalt());
    }

    private static boolean takes(RecordLayer layer, byte[] record) {
        return layer.isNew(record, 0) && layer.open(record, 0, record.length) != null;
    }

    @ParameterizedTest
    @EnumSource
    void everyBitOfARecordIsAuthenticated(RecordSuite suite) {
        RecordKeys keys = keys(suite);
        RecordLayer us = new RecordLayer(keys, 1);
        RecordLayer peer = new RecordLayer(peerOf(keys), 1);
        byte[] record = us.seal(DATA, new byte[] {1, 2, 3});
        for (int bit = 0; bit < record.length * Byte.SIZE; bit++) {
            boolean isLength = bit / Byte.SIZE == 11 || bit / Byte.SIZE == 12;
            record[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            if (!isLength) {
                assertThat(peer.open(record, 0, record.length))
                        .as("bit %d", bit)
                        .isNull();
            }
            record[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        for (int length = RecordLayer.HEADER_BYTES; length < record.length; length++) {
            assertThat(peer.open(record, 0, length)).isNull();
        }
        assertThat(peer.open(record, 0, record.length)).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @EnumSource
    void aForgedRecordDoesNotKeepTheTrueOneOut(RecordSuite suite) {
        RecordKeys keys = keys(suite);
        RecordLayer us = new RecordLayer(keys, 0);
        RecordLayer peer = new RecordLayer(peerOf(keys), 0);
        for (int i = 0; i < 8; i++) {
            byte[] record = us.seal(DATA, new byte[] {(byte) i});
            byte[] forged = record.clone();
            forged[forged.length - 1]++;
            assertThat(takes(peer, forged)).isFalse();
            assertThat(takes(peer, record)).isTrue();
            assertThat(takes(peer, record)).as("a second time").isFalse();
        }
    }

    @Test
    void numbersAreOpenedOnceInAnyOrderWithinTheWindow() {
        RecordKeys keys = keys(RecordSuite.AES_128_GCM);
        RecordLayer us = new RecordLayer(keys, 0);
        RecordLayer peer = new RecordLayer(peerOf(keys), 0);
        byte[][] records = new byte[200][];
        for (int i = 0; i < records.length; i++) {
            records[i] = us.seal(DATA, new byte[] {(byte) i});
        }
        assertThat(takes(peer, records[0])).isTrue();
        assertThat(takes(peer, records[63])).isTrue();
        assertThat(takes(peer, records[1])).isTrue();
        assertThat(takes(peer, records[0])).isFalse();
        assertThat(takes(peer, records[64])).isTrue();
        assertThat(takes(peer, records[199])).isTrue();
        assertThat(takes(peer, records[136])).as("the last of the window").isTrue();
        assertThat(takes(peer, records[135])).as("too old").isFalse();
        assertThat(takes(peer, records[198])).isTrue();
        assertThat(takes(peer, records[198])).isFalse();
    }

    @Test
    void aSessionWithoutDataChannelsHasNoCipher() {
        RecordKeys keys = keys(RecordSuite.AES_128_GCM);
        RecordLayer us = new RecordLayer(keys, 0);
        RecordLayer peer = new RecordLayer(peerOf(keys), 0);
        for (int record = 1; record <= 6; record++) {
            assertThat(takes(peer, us.seal(DATA, new byte[1]))).isTrue();
            boolean isOfADataChannel = record > 3;
            assertThat(us.holdsCipher()).as("record %d", record).isEqualTo(isOfADataChannel);
            assertThat(peer.holdsCipher()).as("record %d", record).isEqualTo(isOfADataChannel);
        }
    }

    @Test
    void anotherProcessGoesOnWithTheNumbersAndTheWindow() throws StateException {
        RecordKeys keys = keys(RecordSuite.CHACHA20_POLY1305);
        RecordLayer us = new RecordLayer(keys, 0);
        RecordLayer peer = new RecordLayer(peerOf(keys), 0);
        byte[] before = us.seal(DATA, new byte[] {1});
        byte[] late = us.seal(DATA, new byte[] {2});
        byte[] received = peer.seal(DATA, new byte[] {3});
        assertThat(takes(peer, before)).isTrue();
        assertThat(takes(us, received)).isTrue();

        RecordLayer movedUs = moved(us);
        RecordLayer movedPeer = moved(peer);
        assertThat(takes(movedUs, received)).isFalse();
        assertThat(takes(movedPeer, before)).isFalse();
        assertThat(takes(movedPeer, late)).isTrue();
        byte[] next = movedUs.seal(DATA, new byte[] {4});
        assertThat(next[NUMBER_OFFSET + 5]).isEqualTo((byte) 2);
        assertThat(takes(movedPeer, next)).isTrue();
    }

    private static RecordLayer moved(RecordLayer layer) throws StateException {
        StateWriter writer = new StateWriter(0);
        writer.part(1, 1, part -> RecordLayer.state(part, layer));
        RecordLayer[] made = new RecordLayer[1];
        StateReader.of(writer.record(), 0).part(1, 1, part -> made[0] = RecordLayer.state(part, null));
        return made[0];
    }

    @Test
    void numbersEnd() {
        RecordLayer us = new RecordLayer(keys(RecordSuite.AES_128_GCM), RecordLayer.MAX_NUMBER);
        us.seal(DATA, new byte[1]);
        assertThatThrownBy(() -> us.seal(DATA, new byte[1])).isInstanceOf(IllegalStateException.class);
    }
}
