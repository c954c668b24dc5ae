package org.starbridge.hammer.hostile;

import static org.starbridge.hammer.hostile.Attack.dropped;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.signalling.VisibleTransport;

/**
 * Traffic that an attacker on the path of the star's clients can send: it comes from their own authenticated addresses,
 * and nothing of it has a key. The clients themselves send it here.
 */
final class OnPathAttacks {
    /** Not every captured packet is of a video. */
    private static final int TRIES = 16;

    private final ClientConference conference;
    private final CapturedPackets captured;
    private final Targets targets;
    private final RandomGenerator random;

    OnPathAttacks(ClientConference conference, CapturedPackets captured, Targets targets, RandomGenerator random) {
        this.conference = conference;
        this.captured = captured;
        this.targets = targets;
        this.random = random;
    }

    List<Attack> all() {
        return List.of(
                new Attack(
                        "replayed SRTP, own address",
                        Set.of(dropped("replayed"), dropped("too_old")),
                        0.9,
                        100,
                        this::replay),
                new Attack(
                        "forged SRTP, own address",
                        Set.of(dropped("authentication_failed")),
                        0.9,
                        100,
                        () -> own(packet -> AttackBytes.flipped(AttackBytes.later(packet), packet.length - 5, 0x10))),
                new Attack(
                        "forged SSRC, own address",
                        Set.of(dropped("authentication_failed")),
                        0.9,
                        100,
                        () -> own(packet -> AttackBytes.withSsrc(packet, random.nextInt()))),
                new Attack(
                        "SRTP cut short, own address",
                        Set.of(dropped("malformed_srtp"), dropped("malformed_rtp")),
                        0.9,
                        100,
                        () -> own(packet -> Arrays.copyOf(AttackBytes.later(packet), random.nextInt(12, 28)))),
                new Attack(
                        "forged STUN answers, own address",
                        Set.of(dropped("ice_unknown_transaction")),
                        0.9,
                        50,
                        () -> from(
                                targets.any(),
                                () -> AttackBytes.stun(
                                        random, AttackBytes.STUN_SUCCESS, "x:y", "some password of a stranger"))),
                new Attack(
                        "forged DTLS, own address",
                        Set.of(
                                dropped("dtls_malformed"),
                                dropped("dtls_unexpected"),
                                dropped("dtls_replayed"),
                                dropped("dtls_not_authentic"),
                                dropped("dtls_inbox_full")),
                        0.5,
                        50,
                        () -> from(targets.any(), this::forgedDtls)));
    }

    /** A packet goes to the bridge again from whom it came; the SSRC tells. */
    private boolean replay() {
        return own(packet -> packet);
    }

    private boolean own(UnaryOperator<byte[]> change) {
        for (int i = 0; i < TRIES; i++) {
            byte[] packet = captured.any();
            for (VisibleTransport target : targets.all()) {
                if (CapturedPackets.isFrom(packet, target)) {
                    return from(target, () -> change.apply(packet));
                }
            }
        }
        return false;
    }

    private boolean from(VisibleTransport target, Supplier<byte[]> datagram) {
        conference.inject(target.number(), datagram.get());
        return true;
    }

    private byte[] forgedDtls() {
        return switch (random.nextInt(4)) {
            case 0 -> AttackBytes.dtlsAlert(random);
            case 1 -> AttackBytes.dtlsHandshake(random, AttackBytes.SERVER_HELLO, 80);
            default -> AttackBytes.dtlsGarbage(random);
        };
    }
}
