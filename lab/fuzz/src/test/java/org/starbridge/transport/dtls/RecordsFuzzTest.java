package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.fuzz.Input;

/** What reaches Bouncy Castle of a peer's datagrams. The handshake behind it is not ours. */
final class RecordsFuzzTest {
    /** Datagrams of any bytes: only whole records pass, each once, plain ones renumbered; and it always ends. */
    @FuzzTest
    void records(byte[] data) throws IOException {
        Input in = new Input(data);
        DtlsRole role = in.flag() ? DtlsRole.SERVER : DtlsRole.CLIENT;
        ArrayDeque<byte[]> wellFormed = new ArrayDeque<>();
        int bytes = 0;
        while (in.hasMore()) {
            byte[] datagram = in.bytes(in.u16());
            if (Records.isWellFormed(datagram)) {
                assertThat(Records.isClientHello(datagram)).isIn(true, false);
                wellFormed.add(datagram);
                bytes += datagram.length;
            }
        }
        List<byte[]> sent = new ArrayList<>();
        int[] refused = new int[1];
        SessionTransport transport = new SessionTransport(new Queued(wellFormed, refused), sent::add, role);
        byte[] buffer = new byte[Records.MAX_DATAGRAM_BYTES + 64];
        long plain = 0;
        int passed = 0;
        while (!wellFormed.isEmpty() || transport.hasRecords()) {
            int length = transport.receive(buffer, 64, buffer.length - 64, 1);
            if (length < 0) {
                continue; // the whole datagram was refused
            }
            passed += length;
            assertThat(Records.recordLengthBytes(buffer, 64)).isLessThanOrEqualTo(length);
            if (Records.isPlain(buffer, 64)) {
                assertThat(Records.u24(buffer, 64 + 8))
                        .as("number of a plain record")
                        .isEqualTo((int) plain++);
            }
        }
        assertThat(passed).isLessThanOrEqualTo(bytes);
        assertThat(passed + (long) refused[0] * Records.HEADER_BYTES).isLessThanOrEqualTo(bytes);
        assertThat(sent).isEmpty();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Queued(ArrayDeque<byte[]> datagrams, int[] refused) implements SessionTransport.Inbox {
        @Override
        public byte @Nullable [] next(long waitNs) {
            return datagrams.poll();
        }

        @Override
        public void onRefusedRecord() {
            refused[0]++;
        }
    }
}
