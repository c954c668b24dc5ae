package org.starbridge.hammer.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.media.MediaSession;
import org.starbridge.hammer.client.media.MediaSessions;
import org.starbridge.hammer.client.media.Meters;
import org.starbridge.hammer.client.media.SpeakingPattern;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.client.result.ReportedTimes;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.hammer.client.transport.Sockets;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.NativeUdpSocket;

/** A bridge says the time with the first packet, before an endpoint has anything to report itself. */
class FirstSenderReportTest {
    private static final int RTP_HEADER_BYTES = 12;
    private static final int SLOT_BYTES = 1500;
    private static final int THREE_SECONDS_TICKS = 3 * 48_000;
    private static final long THREE_SECONDS_NS = 3_000_000_000L;

    private static final ConferenceOptions OPTIONS = ConferenceOptions.builder(
                    URI.create("http://127.0.0.1:1"), 1, 1, BundledMedia.audio(), BundledMedia.layers())
            .kinds(SentKinds.AUDIO)
            .joinRate(10)
            .build();

    private static SrtpKeys keys() {
        return new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, new byte[16], new byte[12], new byte[16], new byte[12]);
    }

    private static void packet(MediaSession session, long address, int ssrc, int rtpTimestamp, long arrivalNs) {
        Memory.put8(address, 0x80);
        Memory.put32(address + 4, rtpTimestamp);
        Memory.put32(address + 8, ssrc);
        session.media().onPacket(address, RTP_HEADER_BYTES, arrivalNs);
    }

    @Test
    void isComparedWithTheWallClock() {
        SplittableRandom random = new SplittableRandom(1);
        EndpointRoster cast = EndpointRoster.of(OPTIONS, random);
        SrtpCrypto crypto = SrtpCrypto.probe();
        MediaSessions sessions = new MediaSessions(OPTIONS, cast, crypto, random, new SpeakingPattern());
        try (NativeUdpSocket socket = new Sockets(1).open();
                Outbox outbox = new Outbox(socket, 4);
                MediaSession session = sessions.create(
                        keys(), cast.plans().get(1), NegotiatedMedia.OURS, outbox, Meters.of(cast.streams()));
                SrtpSender bridge = new SrtpSender(crypto, keys(), 1);
                Slab slab = Slab.allocate(SLOT_BYTES)) {
            long nowNs = System.nanoTime();
            long unixNs = System.currentTimeMillis() * 1_000_000;
            int ssrc = cast.streams().get(0).ssrc();
            packet(session, slab.address(), ssrc, 0, nowNs);
            int length = SenderReport.write(slab.address(), SLOT_BYTES, ssrc, NtpTime.fromUnixNs(unixNs), 0, 1, 100, 0);
            length = bridge.protectRtcp(slab.address(), length);
            session.feedback().onRtcp(slab.address(), length, nowNs);
            packet(session, slab.address(), ssrc, THREE_SECONDS_TICKS, nowNs + THREE_SECONDS_NS);

            ReportedTimes times = session.feedback().reportedTimes();
            assertThat(times.streams()).isEqualTo(1);
            assertThat(times.unreported()).isZero();
            assertThat(times.worstOffsetNs()).isLessThan(ReportedTimes.OFFSET_LIMIT_NS);
        }
    }
}
