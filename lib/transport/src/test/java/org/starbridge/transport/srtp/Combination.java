package org.starbridge.transport.srtp;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A crypto provider and a profile: what every behaviour is tested with. */
record Combination(String label, SrtpCrypto crypto, SrtpProfile profile) {
    private static final long KEY_SEED = 7714;

    static List<Combination> all() {
        List<Combination> all = new ArrayList<>();
        for (SrtpCrypto crypto : providers()) {
            for (SrtpProfile profile : SrtpProfile.values()) {
                all.add(new Combination(crypto.name(), crypto, profile));
            }
        }
        return all;
    }

    /** Both; a machine without libcrypto says so by failing {@code LibcryptoTest}, not here. */
    static List<SrtpCrypto> providers() {
        return Libcrypto.isAvailable() ? List.of(SrtpCrypto.libcrypto(), SrtpCrypto.jce()) : List.of(SrtpCrypto.jce());
    }

    /** Keys that are the same in every run. */
    SrtpKeys keys() {
        Random random = new Random(KEY_SEED);
        return new SrtpKeys(
                profile,
                bytes(random, profile.keyLengthBytes()),
                bytes(random, profile.saltLengthBytes()),
                bytes(random, profile.keyLengthBytes()),
                bytes(random, profile.saltLengthBytes()));
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return profile + " by " + label;
    }
}
