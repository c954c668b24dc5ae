package org.starbridge.hammer.client.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;

/**
 * Sender reports, one compound packet (RFC 3550, section 6.1) for each stream: a bridge may forward only one report of
 * each.
 */
class SenderReportsTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long UNIX_NS = 1_700_000_000L * SECOND_NS;
    private static final int SENDER_REPORT = 200;
    private static final int SOURCE_DESCRIPTION = 202;
    private static final int FIRST_CHUNK = 4;

    /** Datagrams that were handed over. */
    private static final class Port implements DatagramPort {
        final List<byte[]> sent = new ArrayList<>();

        @Override
        public int send(SendBatch batch) {
            int count = 0;
            while (batch.messagesToSend() > 0) {
                int run = batch.frontDatagrams();
                for (int i = batch.first(); i < batch.first() + run; i++) {
                    sent.add(Memory.copyOf(batch.address(i), batch.lengthBytes(i)));
                }
                count += run;
                batch.drop(run);
            }
            return count;
        }

        @Override
        public InetSocketAddress localAddress() {
            return new InetSocketAddress(0);
        }

        @Override
        public int receive(ReceiveBatch batch) {
            return 0;
        }

        @Override
        public long kernelDrops() {
            return UNKNOWN;
        }

        @Override
        public SendFaults sendFaults() {
            return new SendFaults();
        }

        @Override
        public void close() {}
    }

    private static SrtpKeys keys() {
        return new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, new byte[16], new byte[12], new byte[16], new byte[12]);
    }

    @Test
    void eachStreamHasACompoundPacketOfItsOwn() {
        ConferenceOptions options = ConferenceOptions.builder(
                        URI.create("http://127.0.0.1:1"), 2, 0, BundledMedia.audio(), List.of(BundledMedia.video()))
                .build();
        SplittableRandom random = new SplittableRandom(1);
        EndpointRoster roster = EndpointRoster.of(options, random);
        SrtpCrypto crypto = SrtpCrypto.probe();
        MediaSessions sessions = new MediaSessions(options, roster, crypto, random, new SpeakingPattern());
        Port port = new Port();
        try (Outbox outbox = new Outbox(port, 16);
                MediaSession session = sessions.create(
                        keys(),
                        roster.plans().getFirst(),
                        NegotiatedMedia.OURS,
                        outbox,
                        Meters.of(roster.streams()),
                        0,
                        UNIX_NS)) {
            session.send(SECOND_NS, outbox, 0);
            outbox.flush();
            port.sent.clear();
            session.feedback().onTime(2 * SECOND_NS, UNIX_NS + 2 * SECOND_NS);
            outbox.flush();
        }
        List<Integer> reported = reports(crypto, port.sent);
        assertThat(reported)
                .containsExactlyInAnyOrder(
                        roster.streams().get(0).ssrc(), roster.streams().get(1).ssrc());
    }

    /** The SSRC of each compound packet, which has one report, and the name of its sender. */
    private static List<Integer> reports(SrtpCrypto crypto, List<byte[]> datagrams) {
        List<Integer> ssrcs = new ArrayList<>();
        try (SrtpReceiver receiver = new SrtpReceiver(crypto, keys(), 8);
                Slab slab = Slab.allocate(SendBatch.SLOT_BYTES)) {
            for (byte[] datagram : datagrams) {
                Memory.copyIn(datagram, 0, slab.address(), datagram.length);
                int length = receiver.unprotectRtcp(slab.address(), datagram.length, slab.address());
                assertThat(length).isPositive();
                int second = 4 * (Memory.u16(slab.address() + 2) + 1);
                assertThat(Memory.u8(slab.address() + 1)).isEqualTo(SENDER_REPORT);
                assertThat(Memory.u8(slab.address() + second + 1)).isEqualTo(SOURCE_DESCRIPTION);
                assertThat(second + 4 * (Memory.u16(slab.address() + second + 2) + 1))
                        .isEqualTo(length);
                assertThat(Memory.i32(slab.address() + second + FIRST_CHUNK)).isEqualTo(Memory.i32(slab.address() + 4));
                ssrcs.add(Memory.i32(slab.address() + 4));
            }
        }
        return ssrcs;
    }
}
