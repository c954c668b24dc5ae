package org.starbridge.hammer.hostile;

import static org.starbridge.hammer.hostile.Attack.dropped;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.ScriptedEndpoint;
import org.starbridge.hammer.client.media.ScriptedMedia;

/** Attacks by connected endpoints: everything here is authenticated and correctly encrypted. */
final class AuthenticatedAttacks {
    private static final int AUDIO_PT = 111;
    private static final int VIDEO_PT = 100;
    private static final int UNNEGOTIATED_PT = 35;
    private static final int SR = 200;
    private static final int RTPFB = 205;
    private static final int PSFB = 206;

    private final ScriptedEndpoint inside;
    private final ScriptedEndpoint elsewhere;
    private final ScriptedEndpoint roaming;
    private final Targets targets;
    private final UnknownSockets otherAddresses;
    private final RandomGenerator random;
    private int firNumber;

    AuthenticatedAttacks(
            AttackingEndpoints endpoints, Targets targets, UnknownSockets otherAddresses, RandomGenerator random) {
        inside = endpoints.inside();
        elsewhere = endpoints.elsewhere();
        roaming = endpoints.roaming();
        this.targets = targets;
        this.otherAddresses = otherAddresses;
        this.random = random;
    }

    List<Attack> all() {
        return List.of(
                rtp(
                        "RTP with others' SSRCs",
                        "unknown_ssrc",
                        () -> AttackBytes.rtp(
                                random, 0x80, VIDEO_PT, targets.any().videoSsrc(), 500)),
                rtp("RTP with impossible padding", "malformed_rtp", this::badPadding),
                rtp(
                        "RTP, payload type not negotiated",
                        "unknown_payload_type",
                        () -> AttackBytes.rtp(
                                random, 0x80, UNNEGOTIATED_PT, inside.audioSsrc(), random.nextInt(0, 200))),
                rtp(
                        "RTP, broken header extension",
                        "malformed_extension",
                        () -> AttackBytes.rtpWithExtension(
                                random, AUDIO_PT, inside.audioSsrc(), random.nextInt(1, 300), random.nextInt(0, 100))),
                rtcp("malformed RTCP", 0.9, Set.of(dropped("malformed_rtcp")), inside, this::malformedRtcp),
                rtcp(
                        "PLI and FIR floods",
                        0.5,
                        Set.of(dropped("key_frame_request_limited")),
                        inside,
                        this::keyFrameRequest),
                rtcp(
                        "feedback about others' streams",
                        0.9,
                        Set.of(dropped("unknown_feedback_ssrc")),
                        elsewhere,
                        this::keyFrameRequest),
                rtcp("NACK floods", 0.5, Set.of("*nack*", "total_retransmissions_*"), inside, this::nack),
                // A third of it is REMB, which a bridge may take: it limits only what the attacker itself gets.
                rtcp("REMB and unknown RTCP", 0.5, Set.of(dropped("unused_rtcp")), inside, this::unusedRtcp),
                rtcp(
                        "sender report floods",
                        0.9,
                        Set.of(dropped("sender_report_limited")),
                        inside,
                        () -> AttackBytes.senderReports(random, inside.audioSsrc(), 40)),
                new Attack(
                        "DTLS floods by a connected peer",
                        Set.of(
                                dropped("dtls_malformed"),
                                dropped("dtls_unexpected"),
                                dropped("dtls_replayed"),
                                dropped("dtls_not_authentic"),
                                dropped("dtls_inbox_full")),
                        0.5,
                        200,
                        () -> elsewhere.send(media -> media.raw(dtls()))),
                new Attack(
                        "signed STUN from many addresses",
                        Set.of(dropped("ice_rate_limited"), dropped("ice_table_full")),
                        0.05,
                        600,
                        () -> otherAddresses.send(AttackBytes.stun(
                                random,
                                AttackBytes.STUN_REQUEST,
                                roaming.bridgeUfrag() + ":abcd",
                                roaming.bridgePassword()))));
    }

    private Attack rtp(String kind, String reason, Supplier<byte[]> packet) {
        return new Attack(kind, Set.of(dropped(reason)), 0.5, 100, () -> {
            byte[] plain = packet.get();
            return inside.send(media -> media.rtp(plain));
        });
    }

    private static Attack rtcp(
            String kind, double leastCounted, Set<String> counters, ScriptedEndpoint from, Supplier<byte[]> packet) {
        return new Attack(kind, counters, leastCounted, 100, () -> {
            byte[] plain = packet.get();
            return from.send((ScriptedMedia media) -> media.rtcp(plain));
        });
    }

    private byte[] badPadding() {
        byte[] packet = AttackBytes.rtp(random, 0xA0, AUDIO_PT, inside.audioSsrc(), 60);
        packet[packet.length - 1] = (byte) (random.nextBoolean() ? 0 : 255);
        return packet;
    }

    private byte[] malformedRtcp() {
        byte[] block =
                AttackBytes.feedback(PSFB, 1, inside.audioSsrc(), targets.any().videoSsrc());
        return switch (random.nextInt(4)) {
            case 0 -> AttackBytes.flipped(block, 3, 0x40); // longer than the packet
            case 1 -> AttackBytes.flipped(block, 0, 0x20); // padding that is not there
            case 2 ->
                AttackBytes.flipped(
                        AttackBytes.feedback(SR, 31, inside.audioSsrc(), 0, 0, 0, 0, 0), 0, 0); // reports not there
            default -> { // a second block of another version
                byte[] two = java.util.Arrays.copyOf(block, 2 * block.length);
                System.arraycopy(block, 0, two, block.length, block.length);
                two[block.length] ^= (byte) 0xC0;
                yield two;
            }
        };
    }

    private byte[] keyFrameRequest() {
        return random.nextBoolean()
                ? AttackBytes.feedback(
                        PSFB, 1, inside.audioSsrc(), targets.any().videoSsrc())
                : AttackBytes.feedback(
                        PSFB, 4, inside.audioSsrc(), 0, targets.any().videoSsrc(), (firNumber++ & 0xFF) << 24);
    }

    /** Asks for seventeen packets with each of two hundred entries. */
    private byte[] nack() {
        int[] entries = new int[200];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = random.nextInt(1 << 16) << 16 | 0xFFFF;
        }
        return AttackBytes.feedback(RTPFB, 1, inside.audioSsrc(), targets.any().videoSsrc(), entries);
    }

    private byte[] unusedRtcp() {
        return switch (random.nextInt(3)) {
            case 0 ->
                AttackBytes.feedback(
                        PSFB,
                        15,
                        inside.audioSsrc(),
                        0,
                        0x5245_4D42,
                        0x0103_FFFF,
                        targets.any().videoSsrc());
            case 1 -> AttackBytes.feedback(RTPFB, 30, inside.audioSsrc(), random.nextInt(), random.nextInt());
            default -> AttackBytes.feedback(207, 0, inside.audioSsrc(), random.nextInt());
        };
    }

    private byte[] dtls() {
        return random.nextBoolean()
                ? AttackBytes.dtlsGarbage(random)
                : AttackBytes.dtlsHandshake(random, AttackBytes.SERVER_HELLO, 400);
    }
}
