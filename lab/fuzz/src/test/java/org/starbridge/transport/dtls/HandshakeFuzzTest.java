package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.bouncycastle.tls.AlertDescription;
import org.jspecify.annotations.Nullable;
import org.starbridge.fuzz.Input;

/**
 * Records and fragments of a stranger at the server's side of a DTLS handshake. Each input has a handshake of its own,
 * on the thread of the test; the keys are made once.
 */
final class HandshakeFuzzTest {
    private static final DtlsIdentity ALICE = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
    private static final DtlsIdentity BOB = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
    private static final List<Integer> PROFILES = List.of(DtlsSrtpKeys.AEAD_AES_128_GCM);
    private static final byte[] CLIENT_HELLO =
            flightAfter(ALICE, DtlsRole.CLIENT, List.of()).getFirst();

    private static final int TIMEOUT_MS = 5000;
    private static final int MAX_DATAGRAMS = 16;
    /** A flight of the server: certificate, key exchange and requests. */
    private static final int MAX_FLIGHT_BYTES = 2400;

    private static final int MAX_CHANGES = 8;
    private static final int HANDSHAKE = 22;
    private static final int HANDSHAKE_HEADER_BYTES = 12;

    /** Datagrams of a stranger alone give no keys, and less comes back than a flight for each of them. */
    @FuzzTest
    void datagrams(byte[] data) {
        assertBounded(read(new Input(data)));
    }

    /** A ClientHello with a few bytes changed, cut or repeated, and datagrams behind it. One as it was is answered. */
    @FuzzTest
    void firstFlight(byte[] data) {
        Input in = new Input(data);
        byte[] hello = CLIENT_HELLO.clone();
        for (int i = in.below(MAX_CHANGES); i > 0; i--) {
            hello[in.below(hello.length)] = (byte) in.u8();
        }
        List<byte[]> datagrams = new ArrayList<>();
        int length = in.flag() ? hello.length : in.below(hello.length);
        datagrams.add(Arrays.copyOf(hello, length));
        if (in.flag()) {
            datagrams.add(hello);
        }
        datagrams.addAll(read(in));
        List<byte[]> sent = assertBounded(datagrams);
        if (Arrays.equals(datagrams.getFirst(), CLIENT_HELLO)) {
            assertThat(sent).isNotEmpty();
        }
    }

    private static List<byte[]> assertBounded(List<byte[]> datagrams) {
        List<byte[]> sent = flightAfter(BOB, DtlsRole.SERVER, datagrams);
        assertThat(sent).allMatch(Records::isWellFormed);
        assertThat(sent.stream().mapToInt(datagram -> datagram.length).sum())
                .isLessThanOrEqualTo(MAX_FLIGHT_BYTES * datagrams.size());
        return sent;
    }

    /** Sent datagrams of a handshake that gets these and then ends, as {@link DtlsSession} lets it end. */
    private static List<byte[]> flightAfter(DtlsIdentity identity, DtlsRole role, List<byte[]> datagrams) {
        List<byte[]> sent = new ArrayList<>();
        Arriving arriving =
                new Arriving(datagrams.stream().filter(Records::isWellFormed).iterator());
        SessionTransport transport = new SessionTransport(arriving, sent::add, role);
        try {
            new Handshake(identity, role, PROFILES, TIMEOUT_MS, _ -> {
                        throw new IllegalStateException("a certificate without its key");
                    })
                    .run(transport);
        } catch (IOException e) {
            assertThat(e.getCause() instanceof RuntimeException) // Bouncy Castle makes an alert of it
                    .isFalse();
            assertThat(EndReason.of(e, "5 s")).isNotBlank();
            transport.flush();
            return sent;
        }
        throw new AssertionError("keys without a peer");
    }

    /** Datagrams of any bytes, records, and most often records with a fragment of a handshake message. */
    private static List<byte[]> read(Input in) {
        List<byte[]> datagrams = new ArrayList<>();
        while (in.hasMore() && datagrams.size() < MAX_DATAGRAMS) {
            int kind = in.u8();
            byte[] content = in.bytes(in.below(400));
            datagrams.add(
                    switch (kind % 4) {
                        case 0 -> content;
                        case 1 -> record(20 + in.below(5), in.below(3), in.u16(), content);
                        default -> record(HANDSHAKE, 0, in.u16(), fragment(in, content));
                    });
        }
        return datagrams;
    }

    /** A record (RFC 6347 section 4.1). */
    private static byte[] record(int type, int epoch, int number, byte[] content) {
        return ByteBuffer.allocate(Records.HEADER_BYTES + content.length)
                .put((byte) type)
                .putShort((short) 0xFEFD)
                .putShort((short) epoch)
                .putShort((short) 0)
                .putInt(number)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    /** A fragment (RFC 6347 section 4.2.2) whose length and offset need not fit its content. */
    private static byte[] fragment(Input in, byte[] content) {
        int length = in.flag() ? content.length : in.i32() >>> 8;
        int offset = in.flag() ? 0 : in.u16();
        int part = in.flag() ? content.length : in.u16();
        ByteBuffer fragment = ByteBuffer.allocate(HANDSHAKE_HEADER_BYTES + content.length);
        fragment.putInt(in.below(24) << 24 | (length & 0xFF_FFFF)).putShort((short) in.below(8));
        fragment.put((byte) (offset >> 16)).putShort((short) offset);
        fragment.put((byte) (part >> 16)).putShort((short) part);
        return fragment.put(content).array();
    }

    /** Datagrams that wait; behind the last one the session is closed. */
    private record Arriving(Iterator<byte[]> datagrams) implements SessionTransport.Inbox {
        @Override
        public byte @Nullable [] next(long waitNs) throws HandshakeRefused {
            if (!datagrams.hasNext()) {
                throw new HandshakeRefused(AlertDescription.user_canceled, "closed");
            }
            return datagrams.next();
        }

        @Override
        public void onRefusedRecord() {
            // Counted by the session.
        }
    }
}
