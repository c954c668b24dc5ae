package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.starbridge.fuzz.Input;
import org.starbridge.transport.dtls.record.RecordKeys;
import org.starbridge.transport.dtls.record.RecordLayer;
import org.starbridge.transport.dtls.record.RecordSuite;

/** Records of a peer that may send anything under the session's keys, and of strangers, behind the handshake. */
final class ConnectionFuzzTest {
    private static final int MAX_DATAGRAMS = 64;

    /** Each authentic record of data is given out once, and no more goes out than came in. */
    @FuzzTest
    void records(byte[] data) {
        Input in = new Input(data);
        RecordSuite suite = in.flag() ? RecordSuite.AES_128_GCM : RecordSuite.CHACHA20_POLY1305;
        byte[] block = new byte[RecordKeys.blockBytes(suite)];
        RecordLayer peer = new RecordLayer(RecordKeys.ofBlock(suite, true, block), 1);
        List<byte[]> sent = new ArrayList<>();
        LastFlight lastFlight = in.flag() ? new LastFlight(new byte[] {Records.FINISHED}, 1) : null;
        Connection connection = new Connection(
                new RecordLayer(RecordKeys.ofBlock(suite, false, block), 1), lastFlight, new DropCounts(), sent::add);
        List<byte[]> sealed = new ArrayList<>();
        int genuine = 0;
        int came = 0;
        List<byte[]> contents = new ArrayList<>();
        while (in.hasMore() && came < MAX_DATAGRAMS && !connection.isClosed()) {
            byte[] datagram = switch (in.below(4)) {
                case 0 -> in.bytes(in.u8());
                case 1 -> sealed.isEmpty() ? new byte[0] : changed(in, sealed);
                default -> {
                    int type = in.flag() ? Records.APPLICATION_DATA : Records.CHANGE_CIPHER_SPEC + in.below(4);
                    byte[] content = in.bytes(in.u8());
                    genuine += type == Records.APPLICATION_DATA && content.length > 0 ? 1 : 0;
                    sealed.add(peer.seal(type, content));
                    yield sealed.getLast();
                }
            };
            if (Records.isWellFormed(datagram)) {
                came += count(datagram);
                Queue<byte[]> waiting = new ArrayDeque<>(List.of(datagram));
                try {
                    connection.receive(waiting::poll, contents::add);
                } catch (IOException e) {
                    assertThat(e).isInstanceOf(TlsFatalAlertReceived.class);
                    assertThat(connection.isClosed()).isTrue();
                }
                assertThat(waiting).isEmpty();
            }
        }
        assertThat(contents).hasSizeLessThanOrEqualTo(genuine).allMatch(content -> content.length > 0);
        assertThat(sent).hasSizeLessThanOrEqualTo(came).allMatch(Records::isWellFormed);
    }

    private static int count(byte[] datagram) {
        int count = 0;
        for (int at = 0; at < datagram.length; at += Records.recordLengthBytes(datagram, at)) {
            count++;
        }
        return count;
    }

    /** A record again, with a byte changed, or two in one datagram. */
    private static byte[] changed(Input in, List<byte[]> sealed) {
        byte[] one = sealed.get(in.below(sealed.size())).clone();
        switch (in.below(3)) {
            case 0 -> one[in.below(one.length)] ^= (byte) in.u8();
            case 1 -> {
                byte[] other = sealed.get(in.below(sealed.size()));
                return ByteBuffer.allocate(one.length + other.length)
                        .put(one)
                        .put(other)
                        .array();
            }
            default -> {
                // as it was
            }
        }
        return one;
    }
}
