package org.starbridge.hammer.hostile;

import static org.starbridge.hammer.hostile.Attack.dropped;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Attacks that anyone on the network can send to the media port, from addresses that no endpoint has. */
final class OffPathAttacks {
    private final UnknownSockets unknownSockets;
    private final CapturedPackets captured;
    private final Targets targets;
    private final RandomGenerator random;

    OffPathAttacks(UnknownSockets unknownSockets, CapturedPackets captured, Targets targets, RandomGenerator random) {
        this.unknownSockets = unknownSockets;
        this.captured = captured;
        this.targets = targets;
        this.random = random;
    }

    List<Attack> all() {
        return List.of(
                attack("datagrams cut short", 1, Set.of(dropped("unclassified")), this::cutShort),
                attack("datagrams too long", 0.9, Set.of(dropped("cut_datagram")), this::tooLong),
                attack(
                        "random datagrams",
                        0.8,
                        Set.of(dropped("unclassified"), dropped("unknown_address"), dropped("cut_datagram")),
                        () -> AttackBytes.random(random, random.nextInt(8, 1400))),
                attack("replayed SRTP from elsewhere", 0.9, Set.of(dropped("unknown_address")), captured::any),
                attack("STUN, unknown ufrags", 0.9, Set.of(dropped("unknown_ufrag")), this::unknownUfrag),
                attack(
                        "STUN, wrong password",
                        0.9,
                        Set.of(dropped("ice_wrong_signature"), dropped("ice_rate_limited")),
                        () -> stun("not a password of any endpoint")),
                attack("STUN, unsigned", 0.9, Set.of(dropped("ice_unsigned")), this::unsigned),
                attack(
                        "STUN, invalid attributes",
                        0.9,
                        Set.of(
                                dropped("ice_malformed"),
                                dropped("ice_bad_fingerprint"),
                                dropped("ice_unsigned"),
                                dropped("ice_unknown_attribute")),
                        () -> AttackBytes.absurdStun(random, targets.any().ufrag() + ":abcd")),
                attack("STUN, answers and cut-off requests", 0.9, Set.of(dropped("unknown_address")), this::strayStun),
                attack(
                        "DTLS hellos, fragments, noise",
                        0.9,
                        Set.of(dropped("unknown_address")),
                        this::dtlsFromNowhere));
    }

    private Attack attack(
            String kind, double leastCounted, Set<String> counters, java.util.function.Supplier<byte[]> datagram) {
        return new Attack(kind, counters, leastCounted, 200, () -> unknownSockets.send(datagram.get()));
    }

    private byte[] cutShort() {
        return Arrays.copyOf(captured.any(), random.nextInt(0, 8));
    }

    private byte[] tooLong() {
        byte[] bytes = AttackBytes.random(random, random.nextInt(2049, 9000));
        bytes[0] = (byte) 0x80;
        return bytes;
    }

    private byte[] unknownUfrag() {
        String ufrag = HexFormat.of().toHexDigits(random.nextLong());
        return AttackBytes.stun(random, AttackBytes.STUN_REQUEST, ufrag + ":abcd", "some password of a stranger");
    }

    private byte[] stun(String password) {
        return AttackBytes.stun(random, AttackBytes.STUN_REQUEST, targets.any().ufrag() + ":abcd", password);
    }

    private byte[] unsigned() {
        return AttackBytes.stun(random, AttackBytes.STUN_REQUEST, targets.any().ufrag() + ":abcd", null);
    }

    private byte[] strayStun() {
        if (random.nextBoolean()) {
            return AttackBytes.stun(
                    random, AttackBytes.STUN_SUCCESS, targets.any().ufrag() + ":abcd", "some password of a stranger");
        }
        return Arrays.copyOf(stun("any password, it is cut off"), random.nextInt(8, 40));
    }

    private byte[] dtlsFromNowhere() {
        return switch (random.nextInt(4)) {
            case 0 -> AttackBytes.dtlsGarbage(random);
            case 1 -> AttackBytes.dtlsFragment(random, AttackBytes.CLIENT_HELLO, 60_000, random.nextInt(50_000), 400);
            default -> AttackBytes.dtlsHandshake(random, AttackBytes.CLIENT_HELLO, 180);
        };
    }
}
